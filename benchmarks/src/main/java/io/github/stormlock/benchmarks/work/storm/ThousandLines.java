package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.scenario.EntryChoice;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The lines that one tuple, or one batch of Trident, carries. Each line is the key of the entry in which it counts. */
final class ThousandLines {
    static final int COUNT = 1_000;

    private static final long SEED = 1;

    private ThousandLines() {}

    /** Returns the lines, the same every time: all entries equally often, in any order. */
    static List<String> of(int entries) {
        List<String> lines = IntStream.range(0, COUNT)
                .mapToObj(line -> EntryChoice.of(line % entries))
                .collect(Collectors.toList());
        Collections.shuffle(lines, new Random(SEED));
        return lines;
    }
}
