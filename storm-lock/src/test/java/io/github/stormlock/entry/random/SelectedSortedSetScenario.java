package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SortedSetEntry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A sorted set of which some members are named. Others may be set, and are known then. */
final class SelectedSortedSetScenario extends SortedSetScenario {

    private static final String[] NAMED = {"a", "7", "c"};

    private final Set<String> known = new HashSet<>();

    @Override
    EntryKind<SortedSetEntry> kind() {
        known.clear();
        known.addAll(Set.of(NAMED));
        return whole().only(Part.members(NAMED));
    }

    @Override
    void step(Random random, SortedSetEntry view, Map<String, Double> model) {
        String member = text(random);
        if (random.nextInt(3) == 0) {
            known.add(member);
            set(view, model, member, random.nextInt(9));
        } else if (known.contains(member)) {
            if (random.nextBoolean()) {
                assertThat(view.remove(member)).isEqualTo(model.remove(member) != null);
            } else {
                assertThat(view.score(member)).isEqualTo(model.get(member));
            }
        }
    }

    @Override
    Map<String, Double> visible(Map<String, Double> model) {
        Map<String, Double> visible = new HashMap<>(model);
        visible.keySet().retainAll(known);
        return visible;
    }

    @Override
    boolean hasReadWhatItChanged() {
        return known.equals(Set.of(NAMED));
    }
}
