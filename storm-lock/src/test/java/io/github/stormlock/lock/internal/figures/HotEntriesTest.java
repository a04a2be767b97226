package io.github.stormlock.lock.internal.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One group in 16 tells enough. */
class HotEntriesTest {
    private static final GroupFigures ONE = new GroupFigures(1, 0, 0, 1_000, 0, 0);

    private final HotEntries hot = new HotEntries();

    private void count(String entry, GroupFigures group, boolean contended) {
        int times = HotEntries.times(contended);
        if (times > 0) {
            hot.count(entry, group, times);
        }
    }

    /** By the law of Zipf with the exponent 1, as the keys of many works are. */
    @Test
    void sampleFindsTheTrueTopTwentyOfTenThousandAndTheirRates() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int entries = 10_000;
        double[] upTo = new double[entries];
        double sum = 0;
        for (int i = 0; i < entries; i++) {
            sum += 1.0 / (i + 1);
            upTo[i] = sum;
        }
        Map<String, Integer> truth = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            int drawn = Math.abs(Arrays.binarySearch(upTo, random.nextDouble() * sum) + 1);
            truth.merge("page:" + drawn, 1, Integer::sum);
            count("page:" + drawn, ONE, false);
        }
        Map<String, HotEntry> found = hot.take().entries();
        List<String> top = found.keySet().stream()
                .sorted(Comparator.comparingLong(
                        (String entry) -> -found.get(entry).updates()))
                .limit(20)
                .toList();
        List<String> true20 = truth.keySet().stream()
                .sorted(Comparator.comparingInt((String entry) -> -truth.get(entry)))
                .limit(20)
                .toList();
        assertThat(top).as("seed " + seed).filteredOn(true20::contains).hasSizeGreaterThanOrEqualTo(16);
        String hottest = true20.get(0);
        assertThat((double) found.get(hottest).updates())
                .as("seed " + seed)
                .isCloseTo(truth.get(hottest), within(truth.get(hottest) * 0.15));
    }

    @Test
    void contendedGroupsAreCountedAlwaysAndOnce() {
        for (int i = 0; i < 1_000; i++) {
            count("page", new GroupFigures(3, 2, 500, 1_000, 1, i % 7), true);
        }
        HotEntry page = hot.take().entries().get("page");
        assertThat(page.updates()).isEqualTo(3_000);
        assertThat(page.groups()).isEqualTo(1_000);
        assertThat(page.waits()).isEqualTo(2_000);
        assertThat(page.waitNanos()).isEqualTo(500_000);
        assertThat(page.misses()).isEqualTo(1_000);
        assertThat(page.queue()).isEqualTo(6);
    }

    @Test
    void entriesAreBoundedAndThoseLeftOutAreCounted() {
        IntStream.range(0, 5_000).forEach(i -> hot.count("page:" + i, ONE, 1));
        HotEntries.Interval interval = hot.take();
        assertThat(interval.entries()).hasSize(4_096);
        assertThat(interval.leftOut()).isEqualTo(5_000 - 4_096);
        assertThat(hot.take().entries()).isEmpty();
    }
}
