package io.github.stormlock.lock.explored.state;

/** The place of a queue. A worker has one queue for each entry that it updates. */
public record QueuePlace(int worker, int entry) {}
