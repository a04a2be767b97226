package io.github.stormlock.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AccessLogTest {
    @Test
    void theLogIsTheSameEveryTime() {
        assertThat(AccessLog.lines()).isEqualTo(AccessLog.lines());
    }

    @Test
    void fewPagesGetMostHits() {
        List<String> lines = AccessLog.lines();
        Map<String, Long> hits = lines.stream()
                .map(line -> line.split(" ")[6])
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));

        assertThat((double) hits.get("/page/0") / lines.size()).isBetween(0.12, 0.15);
        assertThat(hits).hasSizeBetween(AccessLog.PAGES / 2, AccessLog.PAGES);
        assertThat(hits.keySet()).allMatch(path -> AccessLog.keys().contains("page:" + path));
    }
}
