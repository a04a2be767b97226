/**
 * Taking, keeping and giving back a lock: the wait loop, the signals that end a wait, leases, their watchdog, and the
 * calls that have to reach Redis although an answer was lost. Knows no entry's content.
 *
 * <p>A wait ends by a message or by the clock. A waiter leaves its note in the step in which it finds the lock held,
 * and only once its subscription stands. The release finds the note, gives the lock to that waiter's token for a
 * moment, and tells the waiter. A message may be lost, so each park is bounded, and a gift that nobody takes ends by
 * itself. A waiter that gives up removes its note and passes on what it was given meanwhile. Where Redis does not
 * answer, the watchdog does that later. {@code AcquireLoop} lists the steps and the races.
 */
@NullMarked
package io.github.stormlock.internal.acquire;

import org.jspecify.annotations.NullMarked;
