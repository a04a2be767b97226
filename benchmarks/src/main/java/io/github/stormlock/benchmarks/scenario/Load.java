package io.github.stormlock.benchmarks.scenario;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * The threads of a work and the entries that they update.
 *
 * @param jvms one or more
 * @param entries 1 or more
 * @param batch how many updates a thread hands over at once
 * @param keys which entries are picked
 * @param poll how long a foreign client beside the JVMs sleeps between two tries to lock the first entry; zero for no such client
 */
public record Load(List<ClientJvm> jvms, int entries, int batch, Keys keys, Duration poll) {
    public Load {
        jvms = List.copyOf(jvms);
    }

    /** One JVM and entries picked at random. */
    static Load of(int threads, int entries) {
        return new Load(List.of(ClientJvm.of(threads)), entries, 1, Keys.AT_RANDOM, Duration.ZERO);
    }

    /** @param jvms how many; each has {@code threads} threads */
    static Load of(int jvms, int threads, int entries) {
        return of(threads, entries).withJvms(Collections.nCopies(jvms, ClientJvm.of(threads)));
    }

    Load withJvms(List<ClientJvm> others) {
        return new Load(others, entries, batch, keys, poll);
    }

    Load withBatch(int updates) {
        return new Load(jvms, entries, updates, keys, poll);
    }

    Load withKeys(Keys others) {
        return new Load(jvms, entries, batch, others, poll);
    }

    Load withPoll(Duration sleep) {
        return new Load(jvms, entries, batch, keys, sleep);
    }

    /** The same with half a millisecond added to every round trip. */
    Load farAway() {
        return withJvms(jvms.stream().map(ClientJvm::farAway).toList());
    }

    /** The threads of all JVMs. */
    public int threads() {
        return jvms.stream().mapToInt(ClientJvm::threads).sum();
    }

    public boolean isDelayed() {
        return jvms.stream().anyMatch(ClientJvm::far);
    }

    public boolean isPolled() {
        return !poll.isZero();
    }

    /** Whether the last of those who work differs from the others, and has figures of its own. */
    public boolean hasOddOne() {
        return isPolled() || !jvms.get(0).equals(jvms.get(jvms.size() - 1));
    }
}
