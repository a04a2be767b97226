package io.github.stormlock.torture.client;

import io.github.stormlock.lock.LockEvents;
import java.util.concurrent.ThreadLocalRandom;

/** Throws an error now and then, as a listener with missing classes does. Thread-safe. */
final class FailingEvents implements LockEvents {
    private static final int FAILS_ONE_IN = 50;

    private static void failSometimes() {
        if (ThreadLocalRandom.current().nextInt(FAILS_ONE_IN) == 0) {
            throw new NoClassDefFoundError("a listener of the torture fails, as it is to");
        }
    }

    @Override
    public void committed(long commitNanos) {
        failSometimes();
    }

    @Override
    public void missed() {
        failSometimes();
    }

    @Override
    public void released(long heldNanos) {
        failSometimes();
    }

    @Override
    public void commitRefused() {
        failSometimes();
    }

    @Override
    public void replaySeen() {
        failSometimes();
    }

    @Override
    public void timedOut() {
        failSometimes();
    }

    /** Always throws, because a lease is seldom lost; this runs on the watchdog's own thread. */
    @Override
    public void lost() {
        throw new NoClassDefFoundError("a listener of the torture fails, as it is to");
    }
}
