package io.github.stormlock.insight.page.state;

/**
 * Somebody who waits for a lock, and who holds it.
 *
 * @param waiter who waits, in words
 * @param entry what for
 * @param holder who holds it, in words; empty if nobody does
 * @param count how many wait there
 * @param cycle true if the wait is part of a deadlock
 */
public record WaitEdge(String waiter, String entry, String holder, long count, boolean cycle) {}
