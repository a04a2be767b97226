package io.github.stormlock.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.stormlock.topologies.accesslog.AccessLogEntries;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessLogTest {
    private static final List<String> LINES = AccessLog.lines();

    @Test
    void theLogIsTheSameEveryTime() {
        assertThat(AccessLog.lines()).isEqualTo(LINES);
    }

    @Test
    void fewPagesGetMostHits() {
        Map<String, Long> hits = LINES.stream()
                .map(line -> line.split(" ")[6])
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));

        assertThat((double) hits.get("/page/0") / LINES.size()).isBetween(0.12, 0.15);
        assertThat(hits).hasSizeBetween(AccessLog.PAGES / 2, AccessLog.PAGES);
        Set<String> keys = Set.copyOf(AccessLog.keys());
        assertThat(hits.keySet()).allMatch(path -> keys.contains("page:" + path));
    }

    @Test
    void everyVisitorHasAKeyAndEveryKeyOfAVisitorHasOne() {
        Set<String> visitors = LINES.stream()
                .map(line -> AccessLogEntries.visitor(line.split(" ")[0]))
                .collect(Collectors.toSet());

        assertThat(AccessLog.keys())
                .filteredOn(key -> key.startsWith(AccessLogEntries.VISITOR))
                .containsExactlyInAnyOrderElementsOf(visitors);
    }

    /** The shares of a real log of 10,000 lines. */
    @ParameterizedTest
    @CsvSource({"64, 0.335, 0.63", "100, 0.313, 0.56", "250, 0.271, 0.46", "500, 0.247, 0.39", "1000, 0.226, 0.32"})
    void successiveLinesNameAsManyVisitorsAndPagesAsInARealLog(int lines, double visitors, double pages) {
        assertThat(share(0, lines)).isCloseTo(visitors, withinPercentage(15));
        assertThat(share(6, lines)).isCloseTo(pages, withinPercentage(15));
    }

    /** Returns how many distinct words stand at a place of successive lines, for each line. */
    private static double share(int place, int successive) {
        List<String> words = LINES.stream().map(line -> line.split(" ")[place]).toList();
        return IntStream.range(0, words.size() / successive)
                        .mapToLong(part -> words.subList(part * successive, (part + 1) * successive).stream()
                                .distinct()
                                .count())
                        .average()
                        .orElseThrow()
                / successive;
    }
}
