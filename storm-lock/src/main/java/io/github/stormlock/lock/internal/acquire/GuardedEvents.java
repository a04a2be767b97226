package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.lock.LockEvents;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps whatever a listener throws away from the lock: figures must never stop a release, nor have what is written applied
 * again. An error that leaves the JVM in doubt is kept until the outcome of an update cannot be changed by it any more.
 */
public record GuardedEvents(LockEvents listener, AtomicBoolean complained, AtomicReference<@Nullable Throwable> fatal) {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedEvents.class);

    public static GuardedEvents around(LockEvents listener) {
        return new GuardedEvents(listener, new AtomicBoolean(), new AtomicReference<>());
    }

    public void tell(Consumer<LockEvents> what) {
        if (listener == LockEvents.NONE) {
            return;
        }
        try {
            what.accept(listener);
        } catch (Throwable t) {
            if (Troubles.isFatal(t)) {
                fatal.set(t);
            }
            if (complained.compareAndSet(false, true)) {
                LOG.warn("a listener of lock events failed; its later failures are not logged", t);
            }
        }
    }

    /** For an update that is settled: throws what the listener threw, if that leaves the JVM in doubt. */
    public void throwIfFatal() {
        if (fatal.get() != null) {
            Throwable thrown = fatal.getAndSet(null);
            if (thrown != null) {
                throw Troubles.<RuntimeException>sneak(thrown);
            }
        }
    }
}
