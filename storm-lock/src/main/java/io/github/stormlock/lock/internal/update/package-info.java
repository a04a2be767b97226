/**
 * Updates of one entry: the queue of those that meet in this JVM, their groups, attempts without the lock and commits
 * under it, and how each update is settled.
 *
 * <p><b>An update</b> is {@code WAITING} in its entry's queue, {@code LEADING} as its head, {@code TAKEN} into the
 * head's group, {@code SEALED} while the group is on its way to Redis, and in the end {@code SETTLED} or
 * {@code GONE}. The queue's monitor guards all of these steps; {@code EntryQueue} describes the states and the races:
 *
 * <ul>
 *   <li>Giving up and being given the lead share the monitor. So an update leads or is gone, never both, and the lead
 *       is never given to one that has left.
 *   <li>A group is sealed in one step, after it was computed. If one of it has given up meanwhile, nothing is sent,
 *       and the others are computed anew: the caller of the one that left was told that it is not written.
 *   <li>A sealed update cannot give up, since it may be written already. It waits for its outcome, past its deadline
 *       and through an interrupt.
 *   <li>An update is told its outcome before it becomes {@code SETTLED}, and its thread reads the outcome after that.
 * </ul>
 *
 * <p><b>A queue</b> is led by one update at most. The leader computes, sends, and settles itself and its group. Then
 * the next one leads, before those that were settled wake up. A leader that ends by an error passes the lead on all
 * the same: a lease ends by itself, a lead does not. Those that wait without a thread are told when nobody leads any
 * more ({@code EntryWaiters}).
 *
 * <p><b>An attempt</b> counts only by its answer. If the answer is lost, an update with an event id asks again. Its
 * own mark then settles it; no other update's mark does. An update without an event id ends unknown. Its copy carries
 * a deadline by the server's clock, so it writes nothing after the caller was told ({@code GroupAttempt}). What an
 * update throws counts only if what it saw is known to stand.
 */
@NullMarked
package io.github.stormlock.lock.internal.update;

import org.jspecify.annotations.NullMarked;
