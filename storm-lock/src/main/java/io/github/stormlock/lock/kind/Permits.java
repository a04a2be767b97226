package io.github.stormlock.lock.kind;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import java.time.Duration;
import java.util.Optional;

/**
 * A number of permits under one name, for clients on any machine. Thread-safe; cheap to make.
 *
 * <p>Each permit has an owner and an end. The lease is renewed while its holder lives, so a killed client loses its
 * permits after one lease. The number belongs to the program: nothing has to be set up in Redis, and nothing can be lost
 * there. Clients that name different numbers are each judged by their own.
 *
 * <p>First come, first served: a client that wants many permits is not overtaken by those that want few. While clients
 * name different numbers, one with a smaller number may so delay others.
 *
 * <p>Permits guard no entry: under them, no entry is changed by {@code Guard.updateUnder}, and their leases have no fence.
 */
public interface Permits {
    /** The most permits that one lease holds. */
    int MOST_WANTED = 1_000;

    /** {@return the name of the permits} */
    String name();

    /** {@return how many there are} */
    int size();

    /**
     * Acquires some permits, all in one lease or none, if that can be done in time.
     *
     * @param wanted how many, from 1 to {@link #size} and to {@value #MOST_WANTED}
     * @param wait the longest wait; zero for one try, which is also refused if others wait
     * @return the lease of all of them, or nothing if they were not granted in time
     * @throws IllegalArgumentException if {@code wanted} is out of range, before anything is sent
     * @throws LockInterruptedException if the thread is interrupted; its interrupt flag stays set
     * @throws LockUnavailableException if Redis refuses, or is known not to answer
     */
    @CheckReturnValue
    Optional<Lease> tryAcquire(int wanted, Duration wait);

    /**
     * Acquires some permits, all in one lease.
     *
     * @param wanted how many, from 1 to {@link #size} and to {@value #MOST_WANTED}
     * @param wait the longest wait; zero for one try
     * @return the lease of all of them
     * @throws LockTimeoutException if they were not granted in time; otherwise as {@link #tryAcquire}
     */
    @CheckReturnValue
    Lease acquire(int wanted, Duration wait);

    /**
     * {@return how many permits are in use now} Others may acquire or give back at any time.
     *
     * @throws LockUnavailableException if Redis refuses or does not answer
     */
    int inUse();
}
