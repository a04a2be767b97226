package io.github.stormlock.lock.explored;

/** Where a desk stands: a worker has one desk for each entry that it updates. */
record Site(int worker, int entry) {}
