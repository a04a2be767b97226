package io.github.stormlock.torture.client;

import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockTime;
import java.util.concurrent.ThreadLocalRandom;

/** Throws an error now and then, as a listener with missing classes does. Thread-safe. */
final class FailingEvents implements LockEvents {
    private static final int FAILS_ONE_IN = 50;

    private static void failOnce(int in) {
        if (ThreadLocalRandom.current().nextInt(in) == 0) {
            throw new NoClassDefFoundError("a listener of the torture fails, as it is to");
        }
    }

    /** Always throws if a lease is lost, because that is seldom. It runs on the watchdog's own thread then. */
    @Override
    public void counted(LockCount what) {
        failOnce(what == LockCount.LOST ? 1 : FAILS_ONE_IN);
    }

    @Override
    public void took(LockTime what, long nanos) {
        failOnce(FAILS_ONE_IN);
    }
}
