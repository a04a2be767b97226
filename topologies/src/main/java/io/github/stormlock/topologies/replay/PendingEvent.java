package io.github.stormlock.topologies.replay;

/** An event on its way: sent, or waiting to be sent again. Only {@link ReplayLedger} changes it. */
final class PendingEvent<E> {

    final long offset;
    final long number;
    final E event;

    int failures;
    boolean acked;
    long dueNanos;

    PendingEvent(long offset, long number, E event) {
        this.offset = offset;
        this.number = number;
        this.event = event;
    }
}
