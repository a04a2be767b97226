package io.github.stormlock.internal.kind;

import io.github.stormlock.internal.acquire.AcquireResult;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.Claimant;
import io.github.stormlock.internal.protocol.LockCalls;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.internal.text.Utf8;
import io.github.stormlock.lock.kind.Latch;
import java.time.Duration;
import java.util.List;

/** The latch of one name. Redis keeps it for a time after each use. */
public final class KeptLatch implements Latch {
    private static final String NOBODY = "";

    private final Shared shared;
    private final LockKeys keys;
    private final int count;
    private final long keptMillis;
    private final Acquiring waiting;

    /**
     * Creates it.
     *
     * @param kept for how long Redis keeps it after its last use
     * @param caller the number by which the tokens name the caller
     * @throws IllegalArgumentException if {@code count} is below 1, or {@code kept} below a second or above 365 days
     */
    public KeptLatch(Shared shared, LockKeys keys, int count, Duration kept, int caller) {
        if (count < 1) {
            throw new IllegalArgumentException(
                    "the count of latch " + Printable.name(keys.entry()) + " is " + count + ": it must be 1 or more");
        } else if (kept.compareTo(Duration.ofSeconds(1)) < 0 || kept.compareTo(Duration.ofDays(365)) > 0) {
            throw new IllegalArgumentException("latch " + Printable.name(keys.entry()) + " is to be kept for " + kept
                    + ": that must be 1 s to 365 days");
        }
        this.shared = shared;
        this.keys = keys.of(LockKind.LATCH);
        this.count = count;
        this.keptMillis = kept.toMillis();
        this.waiting =
                new Acquiring(shared, LockKind.LATCH, List.of(keys), Claimant.ofLatch(caller, count, keptMillis));
    }

    @Override
    public String name() {
        return keys.entry();
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int countDown(String id) {
        if (id.isEmpty() || id.length() > LONGEST_ID) {
            throw new IllegalArgumentException("an id that counts down latch " + Printable.name(name()) + " has "
                    + id.length() + " characters: it must have 1 to " + LONGEST_ID);
        } else if (!Utf8.canCarry(id)) {
            throw new IllegalArgumentException("an id that counts down latch " + Printable.name(name())
                    + " has half a surrogate pair, which UTF-8 cannot carry");
        }
        return ask(id);
    }

    @Override
    public boolean await(Duration wait) {
        return waiting.attempt(wait) instanceof AcquireResult.Grant;
    }

    @Override
    public int left() {
        return ask(NOBODY);
    }

    private int ask(String id) {
        List<?> reply = Bytes.list(shared.ask(name(), LockCalls.countDown(keys, count, keptMillis, id)));
        return (int) Bytes.number(reply.get(0));
    }

    @Override
    public String toString() {
        return "latch " + Printable.name(name()) + " of " + count;
    }
}
