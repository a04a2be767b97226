package io.github.stormlock.demo.redis;

import static io.github.stormlock.demo.console.DisplayText.number;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.console.DisplayText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * The demo's right to write its keys into a Redis that it shares with other programs.
 *
 * <p>It is granted if none of these keys exists, or if {@link Mark} says that all of them are of an earlier run over
 * the same log. So every key in these name spaces is the demo's own afterwards, and removing them removes nothing else.
 * This holds as long as no other program begins to write there meanwhile. Not thread-safe.
 */
public final class Claim implements AutoCloseable {

    /** The time that an entry remembers its events, after the last of them. */
    public static final Duration MEMORY = Duration.ofDays(7);

    private final UnifiedJedis redis;
    private final String source;
    private final boolean found;
    private final boolean keep;
    private final Instant begun;

    private Claim(UnifiedJedis redis, String source, boolean found, boolean keep) {
        this.redis = redis;
        this.source = source;
        this.found = found;
        this.keep = keep;
        this.begun = Mark.now(redis);
    }

    /**
     * Claims the name spaces.
     *
     * @param source the durable name of the log that will be read
     * @param keep true if the entries are to stay; entries that an earlier run kept stay anyway
     * @throws BadInputException if keys are found that this demo may not change; the message names some
     */
    public static Claim stake(UnifiedJedis redis, String source, boolean keep) {
        try {
            return tryToStake(redis, source, keep);
        } catch (JedisDataException e) {
            throw new BadInputException("this Redis refuses to be written, at " + DemoKeys.MARK + ": "
                    + DisplayText.oneLine(String.valueOf(e.getMessage())));
        }
    }

    private static Claim tryToStake(UnifiedJedis redis, String source, boolean keep) {
        boolean fresh = Mark.begin(redis, source);
        StoredKeys stock = StoredKeys.take(redis);
        Mark mark = Mark.read(redis);
        Optional<String> objection = fresh ? foreign(stock) : objection(mark, stock, source, Mark.now(redis));
        if (objection.isPresent()) {
            if (fresh) {
                redis.del(DemoKeys.MARK);
            }
            throw new BadInputException(objection.get());
        }
        Claim claim = new Claim(redis, source, !fresh && mark.kept(), keep || mark.kept());
        claim.mark(/* complete= */ false);
        return claim;
    }

    private static Optional<String> foreign(StoredKeys stock) {
        return stock.isEmpty()
                ? Optional.empty()
                : Optional.of("this Redis has keys that the demo would write: " + stock.shown()
                        + "; choose another database, as in redis://host:port/1, or remove them");
    }

    private static Optional<String> objection(Mark mark, StoredKeys stock, String source, Instant now) {
        if (!mark.source().equals(source)) {
            return Optional.of("this Redis has entries that an earlier run made of another log, "
                    + DisplayText.of(mark.source(), 80) + ", not of " + DisplayText.of(source, 80)
                    + "; choose another database, as in redis://host:port/1, or remove them with --remove-kept");
        }
        Optional<String> foreign = foreignAmong(mark, stock);
        if (foreign.isEmpty() && mark.isForgottenAt(now)) {
            return Optional.of("this Redis has entries that an earlier run kept so long ago that they no longer know"
                    + " which events they have seen; remove them with --remove-kept");
        }
        return foreign;
    }

    private static Optional<String> foreignAmong(Mark mark, StoredKeys stock) {
        return !mark.complete() || stock.sameEntries(mark.entries(), mark.digest())
                ? Optional.empty()
                : Optional.of("this Redis has entries of an earlier run, which kept " + number(mark.entries())
                        + ", but not these alone: there are " + number(stock.entries())
                        + " now; choose another database, as in redis://host:port/1");
    }

    /**
     * Returns true if entries were found that an earlier run was told to keep. That run need not have come to its end.
     */
    public boolean isRerun() {
        return found;
    }

    /** Returns true if the entries stay. */
    public boolean keeps() {
        return keep;
    }

    /** Marks the entries as the demo's own and complete, and returns their number. */
    public long keepAll() {
        return mark(/* complete= */ true);
    }

    /**
     * Removes every key of the name spaces, the library's own for them included; removes nothing if the entries stay.
     * So an unfinished run that is to keep them can be run again, and goes on from there.
     */
    @Override
    public void close() {
        if (!keep) {
            removeAll(redis);
        }
    }

    /**
     * Removes the entries that earlier runs left, and returns their number.
     *
     * @throws BadInputException if nothing was left, or if foreign entries are among them
     */
    public static long removeKept(UnifiedJedis redis) {
        Mark mark = Mark.read(redis);
        if (mark.source().isEmpty()) {
            throw new BadInputException("this Redis has no entries that the demo kept");
        }
        StoredKeys stock = StoredKeys.take(redis);
        foreignAmong(mark, stock).ifPresent(objection -> {
            throw new BadInputException(objection);
        });
        removeAll(redis);
        return stock.entries();
    }

    private static void removeAll(UnifiedJedis redis) {
        KeyScan scan = new KeyScan(redis);
        DemoKeys.ENTRIES.forEach(pattern -> scan.each(pattern, keys -> unlink(redis, keys)));
        scan.each(
                DemoKeys.LIBRARY,
                keys -> unlink(redis, keys.stream().filter(DemoKeys::owns).toList()));
        // The mark goes last, because it says whose keys these are as long as any is left.
        unlink(redis, List.of(DemoKeys.MARK));
    }

    private static void unlink(UnifiedJedis redis, List<String> keys) {
        if (!keys.isEmpty()) {
            redis.unlink(keys.toArray(new String[0]));
        }
    }

    private long mark(boolean complete) {
        StoredKeys stock = StoredKeys.take(redis);
        new Mark(source, keep, complete, stock.entries(), stock.digest(), begun.plus(MEMORY)).write(redis);
        return stock.entries();
    }
}
