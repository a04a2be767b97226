package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A hash of which three fields are read. */
final class SelectedHashScenario extends HashScenario {

    private final Set<String> fields = Set.of("a", "7", "\uDCFF");
    private final Set<String> known = new HashSet<>();

    @Override
    EntryKind<HashEntry> kind() {
        known.clear();
        known.addAll(fields);
        return whole().only(Part.fields(fields));
    }

    @Override
    void step(Random random, HashEntry view, Map<String, String> model) {
        String field = text(random);
        switch (random.nextInt(4)) {
            case 0 -> {
                known.add(field);
                set(view, model, field, text(random));
            }
            case 1 -> {
                model.remove(field);
                view.remove(field);
                known.add(field);
                assertThat(view.contains(field)).isFalse();
            }
            case 2 -> {
                if (known.contains(field)) {
                    assertThat(view.get(field)).isEqualTo(model.get(field));
                    add(view, model, field, random.nextInt(3));
                }
            }
            default -> {
                if (known.contains(field)) {
                    set(view, model, field, model.getOrDefault(field, "new"));
                }
            }
        }
    }

    @Override
    Map<String, String> visible(Map<String, String> model) {
        Map<String, String> visible = new HashMap<>(model);
        visible.keySet().retainAll(known);
        return visible;
    }

    @Override
    boolean hasReadWhatItChanged() {
        return known.equals(fields);
    }
}
