package io.github.stormlock.benchmarks;

import java.time.Duration;

/**
 * How long and how often is measured.
 *
 * @param rounds in each of which every contender runs once
 * @param warmUp before each measurement; not counted, but verified
 */
record Plan(int rounds, Duration warmUp, Duration measured) {
    static final Plan FULL = new Plan(5, Duration.ofSeconds(2), Duration.ofSeconds(5));
    static final Plan QUICK = new Plan(3, Duration.ofMillis(1_500), Duration.ofSeconds(2));
}
