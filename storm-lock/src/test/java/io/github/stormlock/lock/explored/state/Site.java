package io.github.stormlock.lock.explored.state;

/** The place of a desk. A worker has one desk for each entry that it updates. */
public record Site(int worker, int entry) {}
