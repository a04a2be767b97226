package io.github.stormlock.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Prometheus is told the same names of counters and of the gauge as by the agent of a topology. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class PrometheusNamesTest {
    @Test
    void meteredServiceShowsTheNamesOfTheGuide(RedisServer redis) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (MeteredStock service = new MeteredStock(redis.uri().toString(), registry)) {
            service.deliver("tea", 5);
            service.deliver("tea", 5);
        }
        List<String> lines = registry.scrape()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> Pattern.compile(" .*").matcher(line).replaceFirst(""))
                .sorted()
                .toList();
        assertThat(lines).allSatisfy(line -> assertThat(line).endsWith("{application=\"stock\"}"));
        assertThat(lines)
                .extracting(line -> line.replaceFirst("\\{.*", ""))
                .containsExactly(
                        "storm_lock_busy_total",
                        "storm_lock_commit_seconds_count",
                        "storm_lock_commit_seconds_max",
                        "storm_lock_commit_seconds_sum",
                        "storm_lock_commits_refused_total",
                        "storm_lock_contended_total",
                        "storm_lock_hold_seconds_count",
                        "storm_lock_hold_seconds_max",
                        "storm_lock_hold_seconds_sum",
                        "storm_lock_lost_total",
                        "storm_lock_missed_total",
                        "storm_lock_outcomes_unknown_total",
                        "storm_lock_remembered_events",
                        "storm_lock_replays_total",
                        "storm_lock_slow_total",
                        "storm_lock_timed_out_total",
                        "storm_lock_wait_seconds_count",
                        "storm_lock_wait_seconds_max",
                        "storm_lock_wait_seconds_sum",
                        "storm_lock_wake_ups_failed_total");
        assertThat(registry.scrape()).contains("storm_lock_wait_seconds_count{application=\"stock\"} 2");
    }
}
