package io.github.stormlock.internal.acquire;

import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.figures.SlowWaits;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.Callers;
import io.github.stormlock.internal.protocol.Claimant;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.ReadReply;
import io.github.stormlock.internal.protocol.Targets;
import io.github.stormlock.internal.protocol.Tokens;
import io.github.stormlock.lock.LockEvents;
import java.util.List;

/** Requests for a mutex, and grants of it, for tests without a server. */
public final class Asked {
    static final AcquireRequest SITE = of(mutex("site"), 5_000, LockEvents.NONE);

    private Asked() {}

    static Targets mutex(String name) {
        return Targets.lock(LockKeys.of(name, false));
    }

    public static AcquireRequest of(Targets targets, long leaseMillis, LockEvents events) {
        return of(targets, leaseMillis, true, events);
    }

    static AcquireRequest of(Targets targets, long leaseMillis, boolean interruptible, LockEvents events) {
        return new AcquireRequest(
                LockKind.MUTEX,
                Claimant.ofMutex(Callers.NOBODY),
                targets,
                leaseMillis,
                interruptible,
                SafeLockEvents.around(events, new SlowWaits()),
                AcquireRequest.SHORTEST_BUDGET_NANOS,
                index -> {});
    }

    static Tokens.Acquisition acquisition() {
        return new Tokens(false).next(Claimant.ofMutex(Callers.NOBODY));
    }

    public static AcquireResult.Grant grant(Ticker ticker, ReadReply.Found... entries) {
        Tokens.Acquisition acquisition = acquisition();
        return new AcquireResult.Grant(acquisition, acquisition.token(), ticker.nanos(), List.of(entries));
    }
}
