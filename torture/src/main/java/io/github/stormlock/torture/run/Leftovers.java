package io.github.stormlock.torture.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.Jedis;

/** Finds the keys of a server that are neither entries, nor marks, fences or what workers tell, with an expiry. */
final class Leftovers {
    private static final String MARKS = "lock-seen:";
    private static final String FENCES = "lock-fence:";
    private static final String TOLD = "lock-info:";

    private Leftovers() {}

    static List<String> of(Jedis redis, Set<String> entries) {
        List<String> found = new ArrayList<>();
        for (String key : redis.keys("*")) {
            boolean stays = key.startsWith(MARKS) || key.startsWith(FENCES) || key.startsWith(TOLD);
            long expires = redis.pttl(key);
            // -2: the key has expired since it was listed.
            if (!entries.contains(key) && expires != -2 && (!stays || expires == -1)) {
                found.add(key + (expires == -1 ? " has no expiry" : " is still there, for " + expires + " ms"));
            }
        }
        return found;
    }
}
