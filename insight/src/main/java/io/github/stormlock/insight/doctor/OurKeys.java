package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.redis.KeyWalk;
import io.github.stormlock.insight.redis.Query;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.insight.redis.WalkLimits;
import io.github.stormlock.insight.redis.WalkResult;
import io.github.stormlock.lock.insight.LockNames;
import java.util.List;
import java.util.Optional;

/**
 * The keys that begin as ours do, their types and times to live. Immutable.
 *
 * @param keys the keys
 * @param walk what part of all keys was seen
 */
record OurKeys(List<Seen> keys, WalkResult walk) {
    private static final int MOST = 50_000;
    /** How keys begin, and of what type they are; the longer beginnings first. */
    private static final List<Beginning> BEGINNINGS = List.of(
            new Beginning("lock-permits-wait:", "zset"),
            new Beginning("lock-latch-wait:", "zset"),
            new Beginning("lock-info:{workers}:watch", "string"),
            new Beginning("lock-info:{workers}", "zset"),
            new Beginning("lock-info:", "string"),
            new Beginning("lock-permits:", "zset"),
            new Beginning("lock-latch:", "hash"),
            new Beginning("lock-fence:", "string"),
            new Beginning("lock-wait:", "zset"),
            new Beginning("lock-read:", "zset"),
            new Beginning(Seen.MARKS, "zset"),
            new Beginning("lock:", "string"));

    private record Beginning(String text, String type) {}

    /**
     * A key.
     *
     * @param own the key behind the prefix of all keys
     * @param wanted the type that it should have
     * @param type the type that it has
     * @param left the milliseconds until it ends; -1 for never
     */
    record Seen(String key, String own, String wanted, String type, long left) {
        static final String MARKS = "lock-seen:";

        boolean isMarks() {
            return own.startsWith(MARKS);
        }

        boolean isLock() {
            return own.startsWith("lock:");
        }
    }

    static OurKeys find(RedisServers servers, LockNames names, String keyPrefix, WalkLimits limits) {
        WalkResult walk = new KeyWalk(
                        servers,
                        limits,
                        names.allPattern(),
                        /* type= */ "",
                        key -> beginning(keyPrefix, key).isPresent(),
                        MOST)
                .walk();
        List<Optional<Seen>> seen = servers.askEach(
                walk.keys(), key -> List.of(Query.of("TYPE", key), Query.of("PTTL", key)), (key, replies) -> {
                    String type = replies.get(0).text().orElse("none");
                    long left = replies.get(1).number().orElse(-2);
                    // One that is gone meanwhile is no trouble.
                    return beginning(keyPrefix, key)
                            .filter(begin -> !type.equals("none") && left != -2)
                            .map(begin -> new Seen(key, key.substring(keyPrefix.length()), begin.type(), type, left));
                });
        return new OurKeys(seen.stream().flatMap(Optional::stream).toList(), walk);
    }

    private static Optional<Beginning> beginning(String keyPrefix, String key) {
        return key.startsWith(keyPrefix)
                ? BEGINNINGS.stream()
                        .filter(begin -> key.startsWith(begin.text(), keyPrefix.length()))
                        .findFirst()
                : Optional.empty();
    }

    /** Returns in words what part of the keys was seen, if not all; else nothing. */
    String part() {
        return walk.complete() ? "" : "; only " + Math.round(100 * walk.part()) + " % of all keys were seen";
    }
}
