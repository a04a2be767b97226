package io.github.stormlock.internal.figures;

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

/** A sample of the groups tells enough. */
class HotEntriesTest {
    private static final HotEntry ONE = new HotEntry(1, 1, 0, 0, 1_000, 0, 0);

    private final HotEntries hot = new HotEntries();

    private void count(String entry, HotEntry group, boolean contended) {
        int times = hot.times(contended);
        if (times > 0) {
            hot.count(entry, group, times);
        }
    }

    private HotEntries.Interval take() {
        HotEntries.Interval taken = hot.counted();
        hot.begin();
        return taken;
    }

    /** By the law of Zipf with the exponent 1, as the keys of many works are; in five looks, as {@code locks top} shows them. */
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
        Map<String, Long> found = new HashMap<>();
        for (int look = 0; look < 5; look++) {
            for (int i = 0; i < 40_000; i++) {
                int drawn = Math.abs(Arrays.binarySearch(upTo, random.nextDouble() * sum) + 1);
                truth.merge("page:" + drawn, 1, Integer::sum);
                count("page:" + drawn, ONE, false);
            }
            take().entries().forEach((entry, of) -> found.merge(entry, of.updates(), Long::sum));
        }
        List<String> top = found.keySet().stream()
                .sorted(Comparator.comparingLong((String entry) -> -found.get(entry)))
                .limit(20)
                .toList();
        List<String> true20 = truth.keySet().stream()
                .sorted(Comparator.comparingInt((String entry) -> -truth.get(entry)))
                .limit(20)
                .toList();
        assertThat(top).as("seed " + seed).filteredOn(true20::contains).hasSizeGreaterThanOrEqualTo(16);
        String hottest = true20.get(0);
        assertThat((double) found.get(hottest))
                .as("seed " + seed)
                .isCloseTo(truth.get(hottest), within(truth.get(hottest) * 0.25));
    }

    @Test
    void firstThousandContendedGroupsAreCountedAlwaysAndOnce() {
        for (int i = 0; i < 1_000; i++) {
            count("page", new HotEntry(3, 1, 2, 500, 1_000, 1, i % 7), true);
        }
        HotEntry page = take().entries().get("page");
        assertThat(page.updates()).isEqualTo(3_000);
        assertThat(page.groups()).isEqualTo(1_000);
        assertThat(page.waits()).isEqualTo(2_000);
        assertThat(page.waitMicros()).isEqualTo(500_000);
        assertThat(page.misses()).isEqualTo(1_000);
        assertThat(page.queue()).isEqualTo(6);
    }

    @Test
    void ofManyGroupsOneInFourIsLookedUpAndTheSumsStay() {
        int groups = 101_000;
        int lookedUp = 0;
        for (int i = 0; i < groups; i++) {
            int times = hot.times(/* contended= */ true);
            if (times > 0) {
                lookedUp++;
                hot.count("page", new HotEntry(3, 1, 2, 500, 1_000, 1, 0), times);
            }
        }
        HotEntry page = take().entries().get("page");
        // Of 100,000 draws of one in four, the deviation is 137.
        assertThat(lookedUp).isBetween(26_000 - 1_000, 26_000 + 1_000);
        assertThat(page.groups()).isEqualTo(1_000 + 4L * (lookedUp - 1_000));
        assertThat(page.updates()).isEqualTo(3 * page.groups());
        assertThat(page.waitMicros()).isEqualTo(500 * page.groups());
        hot.count("page", ONE, 1);
        assertThat(hot.times(/* contended= */ true)).as("a new interval").isEqualTo(1);
    }

    @Test
    void entriesAreBoundedAndThoseLeftOutAreCounted() {
        IntStream.range(0, 5_000).forEach(i -> hot.count("page:" + i, ONE, 1));
        HotEntries.Interval interval = take();
        assertThat(interval.entries()).hasSize(4_096);
        assertThat(interval.leftOut()).isEqualTo(5_000 - 4_096);
        assertThat(take().entries()).isEmpty();
    }
}
