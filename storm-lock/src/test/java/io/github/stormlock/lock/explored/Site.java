package io.github.stormlock.lock.explored;

/** The place of a desk. A worker has one desk for each entry that it updates. */
record Site(int worker, int entry) {}
