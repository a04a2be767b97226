package io.github.stormlock.lock.internal.kind;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The lease of locks in several slots: one lease for each slot. If one is lost, all are: the others are given back, and
 * the listeners are told once. Thread-safe.
 */
final class SpreadLease implements OwnLease {
    private final String name;
    private final List<UserLease> parts;
    private final List<Runnable> listeners = new ArrayList<>(0);
    private final AtomicBoolean lost = new AtomicBoolean();

    SpreadLease(String name, List<UserLease> parts) {
        this.name = name;
        this.parts = parts;
        // Only the parts keep this action. So once nobody can reach this object, they are abandoned and given back.
        parts.forEach(part -> part.onLost(this::lose));
    }

    /** Runs on a thread of the factory when one part is lost. */
    private void lose() {
        List<Runnable> interested;
        synchronized (listeners) {
            if (!lost.compareAndSet(false, true)) {
                return;
            }
            interested = List.copyOf(listeners);
        }
        // First the listeners, who may be working under the lease; a server that is silent would delay them.
        interested.forEach(parts.get(0)::tell);
        parts.forEach(UserLease::giveBackLater);
    }

    @Override
    public String token() {
        return parts.get(0).token();
    }

    @Override
    public long fence() {
        return parts.get(0).fence();
    }

    @Override
    public Duration remaining() {
        return isHeld()
                ? parts.stream()
                        .map(UserLease::remaining)
                        .min(Comparator.naturalOrder())
                        .orElse(Duration.ZERO)
                : Duration.ZERO;
    }

    @Override
    public boolean isHeld() {
        return !lost.get() && parts.stream().allMatch(UserLease::isHeld);
    }

    @Override
    public void onLost(Runnable action) {
        synchronized (listeners) {
            if (!lost.get()) {
                listeners.add(action);
                return;
            }
        }
        parts.get(0).tell(action);
    }

    @Override
    public void close() {
        giveBack();
    }

    @Override
    public boolean giveBack() {
        boolean stood = !lost.get();
        for (UserLease part : parts) {
            stood &= part.giveBack();
        }
        return stood;
    }

    @Override
    public void requireStanding() {
        parts.forEach(UserLease::requireStanding);
    }

    @Override
    public String toString() {
        return "lease " + token() + " of multi lock " + name;
    }
}
