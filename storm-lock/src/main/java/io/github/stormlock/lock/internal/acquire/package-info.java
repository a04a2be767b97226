/**
 * Taking, keeping and giving back a lock: the wait loop, the signals that end a wait, leases, their watchdog, and what has to
 * reach Redis although an answer was lost. Knows no entry's content.
 *
 * <p>A wait ends by a message or by the clock. A waiter leaves its note in the step in which it finds the lock held, and only
 * once its subscription stands; who gives the lock back finds the note, gives the lock to that waiter's token for a moment, and
 * tells it. A message may be lost, so each park is bounded, and a gift that nobody takes ends by itself. One that gives up removes
 * its note and passes on what it was given meanwhile; where Redis does not answer, the watchdog sees to it.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.internal.acquire;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
