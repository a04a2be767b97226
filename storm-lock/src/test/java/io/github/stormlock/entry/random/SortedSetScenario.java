package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.entry.internal.Numbers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A sorted set, with scores of every size. */
class SortedSetScenario extends EntryScenario<SortedSetEntry, Map<String, Double>> {

    @Override
    EntryKind<SortedSetEntry> whole() {
        return Entries.sortedSet();
    }

    @Override
    EntryCommand fill(Random random) {
        List<byte[]> pairs = new ArrayList<>();
        for (byte[] member : several(random)) {
            pairs.add(Numbers.text(score(random)).getBytes(StandardCharsets.US_ASCII));
            pairs.add(member);
        }
        return new EntryCommand("ZADD", pairs);
    }

    @Override
    Map<String, Double> model(Object answer) {
        List<String> flat = texts(answer);
        Map<String, Double> model = new HashMap<>();
        for (int i = 0; i < flat.size(); i += 2) {
            String score = flat.get(i + 1).replace("inf", "Infinity");
            model.put(flat.get(i), Double.parseDouble(score));
        }
        return model;
    }

    @Override
    void step(Random random, SortedSetEntry view, Map<String, Double> model) {
        String member = text(random);
        switch (random.nextInt(10)) {
            case 0 -> {
                view.clear();
                model.clear();
            }
            case 1, 2, 3 -> set(view, model, member, score(random));
            case 4 -> set(view, model, member, model.getOrDefault(member, -0.0));
            case 5, 6 -> {
                if (Double.isFinite(model.getOrDefault(member, 0.0))) {
                    model.merge(member, 0.1, Double::sum);
                    assertThat(view.add(member, 0.1)).isEqualTo(model.get(member));
                }
            }
            default -> assertThat(view.remove(member)).isEqualTo(model.remove(member) != null);
        }
        assertThat(view.score(member)).isEqualTo(model.get(member));
        assertThat(view.size()).isEqualTo(model.size());
    }

    static void set(SortedSetEntry view, Map<String, Double> model, String member, double score) {
        view.set(member, score);
        model.put(member, score == 0 ? 0.0 : score);
    }

    private static double score(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> -0.0;
            case 1 -> random.nextBoolean() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
            case 2 -> random.nextInt(100);
            case 3 -> random.nextLong();
            case 4 -> random.nextBoolean() ? Double.MIN_VALUE : -Double.MAX_VALUE;
            case 5 -> random.nextDouble();
            default -> anyFinite(random);
        };
    }

    private static double anyFinite(Random random) {
        double score = Double.longBitsToDouble(random.nextLong());
        return Double.isFinite(score) ? score : 1;
    }

    @Override
    Map<String, Double> shown(SortedSetEntry view) {
        return view.asMap();
    }

    @Override
    boolean isEmpty(Map<String, Double> model) {
        return model.isEmpty();
    }
}
