package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SetEntry;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/** A set of which some members are named. */
final class SelectedSetScenario extends SetScenario {

    private static final String[] NAMED = {"a", "7", "c"};

    @Override
    EntryKind<SetEntry> kind() {
        return whole().only(Part.members(NAMED).andSize());
    }

    @Override
    void step(Random random, SetEntry view, Set<String> model) {
        String member = NAMED[random.nextInt(NAMED.length)];
        if (random.nextBoolean()) {
            assertThat(view.add(member)).isEqualTo(model.add(member));
        } else {
            assertThat(view.remove(member)).isEqualTo(model.remove(member));
        }
        assertThat(view.contains(member)).isEqualTo(model.contains(member));
        assertThat(view.size()).isEqualTo(model.size());
        assertThat(view.exists()).isEqualTo(!model.isEmpty());
    }

    @Override
    Set<String> visible(Set<String> model) {
        Set<String> visible = new HashSet<>(model);
        visible.retainAll(Set.of(NAMED));
        return visible;
    }
}
