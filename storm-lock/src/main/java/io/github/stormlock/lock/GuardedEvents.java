package io.github.stormlock.lock;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a listener's exceptions away from the lock: figures must never stop a release. */
record GuardedEvents(LockEvents listener, AtomicBoolean complained) {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedEvents.class);

    static GuardedEvents around(LockEvents listener) {
        return new GuardedEvents(listener, new AtomicBoolean());
    }

    void tell(Consumer<LockEvents> what) {
        if (listener == LockEvents.NONE) {
            return;
        }
        try {
            what.accept(listener);
        } catch (RuntimeException e) {
            if (complained.compareAndSet(false, true)) {
                LOG.warn("a listener of lock events failed; its later failures are not logged", e);
            }
        }
    }
}
