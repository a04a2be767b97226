package io.github.stormlock.internal.kind;

import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.Claimant;
import io.github.stormlock.internal.protocol.LockCalls;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.kind.Permits;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The permits of one name. */
public final class PermitPool implements Permits {
    private final Shared shared;
    private final LockKeys keys;
    private final int size;
    private final int caller;

    /**
     * Creates them.
     *
     * @param caller the number by which the tokens name the caller
     * @throws IllegalArgumentException if {@code size} is below 1
     */
    public PermitPool(Shared shared, LockKeys keys, int size, int caller) {
        if (size < 1) {
            throw new IllegalArgumentException(
                    "the permits " + Printable.name(keys.entry()) + " are " + size + ": there must be 1 or more");
        }
        this.shared = shared;
        this.keys = keys.of(LockKind.PERMITS);
        this.size = size;
        this.caller = caller;
    }

    @Override
    public String name() {
        return keys.entry();
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Optional<Lease> tryAcquire(int wanted, Duration wait) {
        return acquiring(wanted).tryAcquire(wait);
    }

    @Override
    public Lease acquire(int wanted, Duration wait) {
        return acquiring(wanted).acquire(wait);
    }

    private NamedLock acquiring(int wanted) {
        int most = Math.min(size, MOST_WANTED);
        if (wanted < 1 || wanted > most) {
            throw new IllegalArgumentException(
                    wanted + " of the permits " + Printable.name(name()) + " are wanted: 1 to " + most + " can be had");
        }
        return new NamedLock(
                new Acquiring(shared, LockKind.PERMITS, List.of(keys), Claimant.ofPermits(caller, wanted, size)));
    }

    @Override
    public int inUse() {
        return (int) Bytes.number(Objects.requireNonNull(shared.ask(name(), LockCalls.inUse(keys))));
    }

    @Override
    public String toString() {
        return size + " permits " + Printable.name(name());
    }
}
