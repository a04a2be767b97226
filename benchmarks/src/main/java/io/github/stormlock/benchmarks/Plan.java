package io.github.stormlock.benchmarks;

import java.time.Duration;

/**
 * How long and how often is measured.
 *
 * @param rounds in each of which every contender runs once
 * @param warmUp before each measurement; not counted, but verified
 * @param counted after it, where the server's commands have to be watched to be counted
 */
record Plan(int rounds, Duration warmUp, Duration measured, Duration counted) {
    static final Plan FULL = new Plan(5, Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofMillis(500));
    static final Plan QUICK = new Plan(3, Duration.ofSeconds(1), Duration.ofMillis(1_800), Duration.ofMillis(200));
}
