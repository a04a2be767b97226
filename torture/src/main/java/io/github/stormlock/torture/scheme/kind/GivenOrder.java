package io.github.stormlock.torture.scheme.kind;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Several mutexes of the library, each waited for with those before it in hand, in the order in which they are given: two
 * clients wait for each other.
 */
record GivenOrder(RedisLockFactory locks) implements LockSource {
    @Override
    public DistributedLock all(List<String> names) {
        return new CarelessLock(names.toString(), wait -> inOrder(names, wait));
    }

    private Optional<Lease> inOrder(List<String> names, Duration wait) {
        long asked = System.nanoTime();
        List<Lease> held = new ArrayList<>();
        for (String name : names) {
            long left = Math.max(0, asked + wait.toNanos() - System.nanoTime());
            Optional<Lease> next = Optional.empty();
            try {
                next = locks.mutex(name).tryAcquire(Duration.ofNanos(left));
            } finally {
                if (next.isEmpty()) {
                    held.forEach(Lease::close);
                }
            }
            if (next.isEmpty()) {
                return Optional.empty();
            }
            held.add(next.get());
        }
        Duration remaining =
                held.stream().map(Lease::remaining).min(Duration::compareTo).orElse(Duration.ZERO);
        return Optional.of(CarelessLease.of(
                names.toString(), System.nanoTime(), remaining.toMillis(), () -> held.forEach(Lease::close)));
    }
}
