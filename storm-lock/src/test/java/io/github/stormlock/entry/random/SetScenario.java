package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.SetEntry;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** A set. */
class SetScenario extends EntryScenario<SetEntry, Set<String>> {

    @Override
    EntryKind<SetEntry> whole() {
        return Entries.set();
    }

    @Override
    EntryCommand fill(Random random) {
        return new EntryCommand("SADD", several(random));
    }

    @Override
    Set<String> model(Object answer) {
        return new HashSet<>(texts(answer));
    }

    @Override
    void step(Random random, SetEntry view, Set<String> model) {
        String member = text(random);
        switch (random.nextInt(11)) {
            case 0 -> {
                view.clear();
                model.clear();
            }
            case 1, 2, 3, 4, 5 -> assertThat(view.add(member)).isEqualTo(model.add(member));
            default -> assertThat(view.remove(member)).isEqualTo(model.remove(member));
        }
        assertThat(view.contains(member)).isEqualTo(model.contains(member));
        assertThat(view.size()).isEqualTo(model.size());
    }

    @Override
    Set<String> shown(SetEntry view) {
        return view.asSet();
    }

    @Override
    boolean isEmpty(Set<String> model) {
        return model.isEmpty();
    }
}
