package io.github.stormlock.torture.scheme.kind;

import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.kind.Permits;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Permits that are asked for again and again until the wait is over.
 *
 * @param wants makes a wait for a number of permits
 */
record CarelessPermits(String name, int size, IntFunction<CarelessLock.Waiting> wants) implements Permits {
    @Override
    public Optional<Lease> tryAcquire(int wanted, Duration wait) {
        return CarelessLock.await(wants.apply(wanted), wait);
    }

    @Override
    public Lease acquire(int wanted, Duration wait) {
        return tryAcquire(wanted, wait).orElseThrow(() -> new LockTimeoutException(name, wait, "others"));
    }

    @Override
    public int inUse() {
        throw new UnsupportedOperationException("nobody asks here");
    }
}
