package io.github.stormlock.benchmarks.scenario;

import java.time.Duration;

/**
 * A JVM that updates entries.
 *
 * @param threads the number of threads that update at the same time, 1 or more
 * @param clients the number of instances of the contender, which take turns: with two, each meets entries that the other has
 *     changed
 * @param computing the time that each update computes, asleep
 * @param far {@code true} if half a millisecond is added to its round trips
 */
public record ClientJvm(int threads, int clients, Duration computing, boolean far) {

    static ClientJvm of(int threads) {
        return new ClientJvm(threads, 1, Duration.ZERO, /* far= */ false);
    }

    ClientJvm withClients(int number) {
        return new ClientJvm(threads, number, computing, far);
    }

    ClientJvm withComputing(Duration length) {
        return new ClientJvm(threads, clients, length, far);
    }

    ClientJvm farAway() {
        return new ClientJvm(threads, clients, computing, /* far= */ true);
    }
}
