/**
 * Updates of one entry: the queue of those that meet in this JVM, their groups, attempts without the lock and commits under it,
 * and how each is settled.
 *
 * <p><b>An update</b> is {@code WAITING} in its entry's queue, {@code LEADING} as its head, {@code TAKEN} into the head's group,
 * {@code SEALED} while the group is on its way to Redis, and in the end {@code SETTLED} or {@code GONE}. The queue's monitor guards
 * all of these steps:
 *
 * <ul>
 *   <li>Giving up and being given the lead meet there: so an update leads or is gone, never both, and a lead is never given to
 *       somebody who has left.
 *   <li>A group is sealed in one step, after it was computed. If one of it has given up meanwhile, nothing is sent, and the rest is
 *       computed anew: its caller was told that it is not written.
 *   <li>What is sealed cannot give up: it may be written already. It waits for its outcome, past its deadline and through an
 *       interrupt.
 *   <li>An update is told its outcome before it becomes {@code SETTLED}, and reads it after that.
 * </ul>
 *
 * <p><b>A queue</b> is led by one update at most. The head computes, sends, and settles itself and its group; then the next one
 * leads, before those that were settled wake up. A lead that ends in an error is passed on all the same: a lease ends by itself, a
 * lead does not. Who waits without a thread is told when nobody leads any more ({@code EntryWaiters}).
 *
 * <p><b>An attempt</b> counts only by its answer. If that is lost, an update with an event id asks again and is settled by its own
 * mark, which no other update of the group answers for; one without is unknown, and its copy carries a deadline by the server's
 * clock, so that it writes nothing after that was said. What an update throws counts only where what it saw is known to stand.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.internal.update;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
