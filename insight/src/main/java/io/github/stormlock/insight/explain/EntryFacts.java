package io.github.stormlock.insight.explain;

import io.github.stormlock.insight.breaking.BrokenNote;
import io.github.stormlock.insight.redis.KeyWalk;
import io.github.stormlock.insight.redis.Query;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.insight.redis.Reply;
import io.github.stormlock.insight.redis.WalkLimits;
import io.github.stormlock.insight.redis.WalkResult;
import io.github.stormlock.lock.insight.LockNames;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The facts about an entry that Redis has beside its lock. Immutable.
 *
 * @param type the type of the entry; {@code none} if it is not there
 * @param left the milliseconds until it ends; -1 if never
 * @param fence the last fence of its lock; empty if there is none
 * @param fenceAge how many milliseconds ago the fence was given, by the server's clock; empty if there is none
 * @param broken who broke its lock last, when, and why; empty if nobody did
 * @param marks what it remembers of events
 * @param walk the walk for the marks; empty if there was none
 */
public record EntryFacts(
        String type,
        long left,
        Optional<String> fence,
        OptionalLong fenceAge,
        Optional<Broken> broken,
        List<Marks> marks,
        Optional<WalkResult> walk) {
    private static final int MOST_MARKS = 100;

    /**
     * The marks of one purpose and source.
     *
     * @param key the key
     * @param count how many marks there are
     * @param low the lowest offset that may still be pending; empty for opaque ids
     * @param left the milliseconds until they are forgotten
     */
    public record Marks(String key, long count, OptionalLong low, long left) {}

    /**
     * That its lock was broken.
     *
     * @param note the note about it; empty if it cannot be read
     * @param now the server's clock in milliseconds; 0 if unknown
     */
    public record Broken(Optional<BrokenNote> note, long now) {
        /** {@return it in words that are fit to be shown} */
        public String words() {
            return note.map(read -> read.words(now)).orElse("the note about it is of another form");
        }
    }

    /**
     * Reads them.
     *
     * @param servers the servers
     * @param names the names of keys
     * @param entry the entry
     * @param limits how much the walk for the marks may cost; empty for no walk
     * @return the facts
     * @throws io.github.stormlock.insight.redis.CannotAskException if a server does not answer
     */
    public static EntryFacts read(RedisServers servers, LockNames names, String entry, Optional<WalkLimits> limits) {
        List<Reply> replies = servers.ask(List.of(
                Query.of("TYPE", entry),
                Query.of("PTTL", entry),
                Query.of("GET", names.fence(entry)),
                Query.routed(entry, List.of("TIME")),
                Query.of("GET", names.broken(entry))));
        Optional<WalkResult> walk = limits.map(allowed -> new KeyWalk(
                        servers,
                        allowed,
                        names.marksPattern(entry),
                        /* type= */ "zset",
                        key -> names.entryOf(key).filter(entry::equals).isPresent(),
                        MOST_MARKS)
                .walk());
        OptionalLong fence = replies.get(2).number();
        return new EntryFacts(
                replies.get(0).text().orElse("none"),
                replies.get(1).number().orElse(-1),
                replies.get(2).text(),
                age(fence, replies.get(3)),
                replies.get(4)
                        .text()
                        .map(note -> new Broken(
                                BrokenNote.parse(note), replies.get(3).micros().orElse(0) / 1_000)),
                walk.map(walked -> marks(servers, walked.keys())).orElse(List.of()),
                walk);
    }

    /** A fence is the server's clock in microseconds, unless that fell behind. */
    private static OptionalLong age(OptionalLong fence, Reply time) {
        OptionalLong now = time.micros();
        return fence.isEmpty() || now.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, (now.getAsLong() - fence.getAsLong()) / 1_000));
    }

    private static List<Marks> marks(RedisServers servers, List<String> keys) {
        return servers.askEach(
                keys,
                key -> List.of(Query.of("ZCARD", key), Query.of("ZSCORE", key, "low"), Query.of("PTTL", key)),
                (key, replies) -> {
                    OptionalLong low = replies.get(1).number();
                    long count = replies.get(0).number().orElse(0) - (low.isPresent() ? 1 : 0);
                    return new Marks(key, count, low, replies.get(2).number().orElse(-1));
                });
    }
}
