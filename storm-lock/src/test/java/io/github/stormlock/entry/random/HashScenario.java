package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A hash that is read whole. */
class HashScenario extends EntryScenario<HashEntry, Map<String, String>> {

    @Override
    EntryKind<HashEntry> whole() {
        return Entries.hash();
    }

    @Override
    EntryCommand fill(Random random) {
        List<byte[]> pairs = several(random);
        pairs.addAll(new ArrayList<>(pairs));
        return new EntryCommand("HSET", pairs);
    }

    @Override
    Map<String, String> model(Object answer) {
        List<String> flat = texts(answer);
        Map<String, String> model = new HashMap<>();
        for (int i = 0; i < flat.size(); i += 2) {
            model.put(flat.get(i), flat.get(i + 1));
        }
        return model;
    }

    @Override
    void step(Random random, HashEntry view, Map<String, String> model) {
        String field = text(random);
        switch (random.nextInt(6)) {
            case 0, 1 -> set(view, model, field, text(random));
            case 2 -> {
                assertThat(view.get(field)).isEqualTo(model.get(field));
                set(view, model, field, model.getOrDefault(field, "new"));
            }
            case 3 -> {
                assertThat(view.contains(field)).isEqualTo(model.remove(field) != null);
                view.remove(field);
            }
            case 4 -> add(view, model, field, random.nextInt(3));
            default -> {
                if (random.nextInt(10) == 0) {
                    view.clear();
                    model.clear();
                }
            }
        }
        assertThat(view.size()).isEqualTo(model.size());
        assertThat(view.exists()).isEqualTo(!model.isEmpty());
    }

    static void set(HashEntry view, Map<String, String> model, String field, String value) {
        view.set(field, value);
        model.put(field, value);
    }

    static void add(HashEntry view, Map<String, String> model, String field, long delta) {
        if (model.getOrDefault(field, "0").matches("-?[0-9]+")) {
            long sum = Long.parseLong(model.getOrDefault(field, "0")) + delta;
            model.put(field, Long.toString(sum));
            assertThat(view.addAndGet(field, delta)).isEqualTo(sum);
        }
    }

    @Override
    Map<String, String> shown(HashEntry view) {
        return view.asMap();
    }

    @Override
    boolean isEmpty(Map<String, String> model) {
        return model.isEmpty();
    }
}
