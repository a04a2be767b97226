package io.github.stormlock.benchmarks.scenario;

import java.time.Duration;
import java.util.Locale;

/**
 * The number of rounds, and the times for which contenders are measured.
 *
 * @param rounds the number of rounds; every contender runs once in each
 * @param compiled the time before a contender's first warm-up in its JVMs, in which its code is compiled; not counted, but
 *     verified
 * @param warmUp the time before each measurement; not counted, but verified
 * @param measured the time of each measurement
 */
public record BenchPlan(int rounds, Duration compiled, Duration warmUp, Duration measured) {
    public static final BenchPlan FULL =
            new BenchPlan(5, Duration.ofSeconds(8), Duration.ofMillis(500), Duration.ofSeconds(1));
    public static final BenchPlan QUICK =
            new BenchPlan(3, Duration.ofSeconds(6), Duration.ofMillis(500), Duration.ofMillis(800));

    private static final double WARM_UP = 0.5;

    /** Returns the same plan with another number of rounds, 1 or more. */
    public BenchPlan withRounds(int number) {
        return new BenchPlan(number, compiled, warmUp, measured);
    }

    /**
     * Returns the same plan with another length.
     *
     * @param seconds the seconds that are measured in each round; the warm-up before takes half as long
     */
    public BenchPlan withSeconds(double seconds) {
        return new BenchPlan(rounds, compiled, seconds(WARM_UP * seconds), seconds(seconds));
    }

    /** Returns the longer plan of a topology whose lines wait for each other: seconds pass until its rate is a steady one. */
    public BenchPlan ofTopology() {
        return new BenchPlan(rounds, compiled.multipliedBy(4), longer(warmUp, compiled), longer(measured, compiled));
    }

    private static Duration longer(Duration given, Duration compiled) {
        Duration least = compiled.dividedBy(3);
        return given.compareTo(least) < 0 ? least : given;
    }

    /** Returns the plan in words, for use within a sentence. */
    public String inWords() {
        return String.format(
                Locale.ROOT,
                "%d rounds of %.1f s each, after %.1f s to warm up",
                rounds,
                measured.toMillis() / 1_000.0,
                warmUp.toMillis() / 1_000.0);
    }

    private static Duration seconds(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1_000));
    }
}
