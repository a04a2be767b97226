package io.github.stormlock.demo.redis;

import io.github.stormlock.demo.console.DisplayText;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.UnifiedJedis;

/**
 * The keys of the demo that a Redis holds.
 *
 * @param entries the number of entries
 * @param digest the digest of their names; it does not depend on their order
 * @param some a few of the keys found, the library's own included, to show
 * @param keys the number of keys, the library's own included
 */
record StoredKeys(long entries, long digest, List<String> some, long keys) {
    private static final int SHOWN = 3;

    static StoredKeys take(UnifiedJedis redis) {
        Counter counter = new Counter();
        KeyScan scan = new KeyScan(redis);
        DemoKeys.ENTRIES.forEach(pattern -> scan.each(pattern, keys -> keys.forEach(counter::entry)));
        scan.each(DemoKeys.LIBRARY, keys -> keys.stream().filter(DemoKeys::owns).forEach(counter::key));
        return new StoredKeys(counter.entries, counter.digest, List.copyOf(counter.some), counter.keys);
    }

    boolean isEmpty() {
        return keys == 0;
    }

    boolean sameEntries(long otherEntries, long otherDigest) {
        return entries == otherEntries && digest == otherDigest;
    }

    /** Returns some names and the number of the others; printable. */
    String shown() {
        long more = keys - some.size();
        String names = String.join(
                ", ", some.stream().map(key -> DisplayText.of(key, 60)).toList());
        return more == 0 ? names : names + " and " + DisplayText.number(more) + " more";
    }

    private static final class Counter {
        private final List<String> some = new ArrayList<>();
        private long entries;
        private long digest;
        private long keys;

        void entry(String key) {
            entries++;
            digest += KeyHash.of(key);
            key(key);
        }

        void key(String key) {
            keys++;
            if (some.size() < SHOWN) {
                some.add(key);
            }
        }
    }
}
