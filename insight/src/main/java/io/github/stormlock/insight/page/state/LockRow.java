package io.github.stormlock.insight.page.state;

import org.jspecify.annotations.Nullable;

/**
 * One lock that is held or waited for. Times are milliseconds.
 *
 * @param entry the key of its entry, or its name
 * @param kind such as {@code update} or {@code mutex}
 * @param held true if somebody holds it
 * @param heldFor since when; null if unknown
 * @param endsIn the rest of the lease; null if it has no end
 * @param holder the holder in words; empty if there is none
 * @param waitingInRedis those with a place in Redis
 * @param waitingInside those behind them in the same workers
 * @param level how much it needs a look
 * @param word its state, such as {@code held} or {@code dead holder}
 * @param note what else there is to say
 */
public record LockRow(
        String entry,
        String kind,
        boolean held,
        @Nullable Long heldFor,
        @Nullable Long endsIn,
        String holder,
        long waitingInRedis,
        long waitingInside,
        Level level,
        String word,
        String note) {}
