package io.github.stormlock.lock.kind;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockUnavailableException;
import java.time.Duration;

/**
 * A named latch for clients on any machine. It opens once a number of different ids have counted down, and stays open.
 * Thread-safe; cheap to make.
 *
 * <p>Name, count and the time for which Redis keeps it are told at each use; nothing has to be set up. An id counts once,
 * so a replay counts nothing. Each use prolongs the time. A name is for one run, such as {@code loaded:2026-11-21}: a
 * latch cannot be closed again.
 *
 * <p>A latch that nobody has counted down is not open. One that Redis has lost is not open either: it lets nobody in, and
 * those who have counted down may do so again by the same ids.
 */
public interface Latch {
    /** The longest id, in characters. */
    int LONGEST_ID = 1_000;

    /** {@return the name of the latch} */
    String name();

    /** {@return how many ids open it} */
    int count();

    /**
     * Counts one id down, in one round trip. If the answer is lost it is sent once more.
     *
     * @param id counts once, however often it is sent; 1 to {@value #LONGEST_ID} characters
     * @return how many ids have still to come
     * @throws IllegalStateException if the latch of this name has another count
     * @throws IllegalArgumentException if {@code id} is empty, longer, or no valid text
     * @throws LockUnavailableException if Redis refuses or does not answer
     */
    int countDown(String id);

    /**
     * Waits until the latch is open.
     *
     * @param wait the longest wait; zero to ask once
     * @return true if it is open; false if the wait was over before
     * @throws IllegalStateException if the latch of this name has another count, or gets it meanwhile
     * @throws LockInterruptedException if the thread is interrupted; its interrupt flag stays set
     * @throws LockUnavailableException if Redis refuses, or is known not to answer
     */
    @CheckReturnValue
    boolean await(Duration wait);

    /**
     * {@return how many ids have still to come; zero once the latch is open}
     *
     * @throws IllegalStateException if the latch of this name has another count
     * @throws LockUnavailableException if Redis refuses or does not answer
     */
    int left();
}
