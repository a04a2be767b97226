package io.github.stormlock.cluster;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;

/** A program that is no topology, and changes the same entry as the topologies. */
public final class PlainWriter {
    private PlainWriter() {}

    /** Adds 1 to the site's hits a number of times. The arguments are the URI and the number. */
    public static void main(String[] args) {
        try (RedisLockFactory locks = RedisLockFactory.connect(args[0])) {
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                locks.guard("site", Entries.hash()).change(site -> site.add("hits", 1));
            }
        }
    }
}
