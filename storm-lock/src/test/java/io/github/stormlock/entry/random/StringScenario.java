package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.StringEntry;
import io.github.stormlock.entry.internal.Utf8;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A string: none or one value. */
final class StringScenario extends EntryScenario<StringEntry, List<String>> {

    @Override
    EntryKind<StringEntry> whole() {
        return Entries.string();
    }

    @Override
    EntryCommand fill(Random random) {
        return new EntryCommand("SET", List.of(bytes(random)));
    }

    @Override
    List<String> model(Object answer) {
        return answer == null ? new ArrayList<>() : new ArrayList<>(List.of(Utf8.decode((byte[]) answer)));
    }

    @Override
    void step(Random random, StringEntry view, List<String> model) {
        String value = random.nextInt(3) == 0 && !model.isEmpty() ? model.get(0) : text(random);
        if (random.nextInt(3) == 0) {
            assertThat(view.exists()).isEqualTo(!model.isEmpty());
            view.remove();
            model.clear();
        } else {
            view.set(value);
            model.clear();
            model.add(value);
        }
    }

    @Override
    List<String> shown(StringEntry view) {
        return view.exists() ? List.of(view.get("")) : List.of();
    }

    @Override
    boolean isEmpty(List<String> model) {
        return model.isEmpty();
    }
}
