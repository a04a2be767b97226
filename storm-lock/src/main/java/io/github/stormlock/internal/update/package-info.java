/**
 * Updates, from the one that was asked for to the one that is written: whose turn it is, their groups, attempts without
 * the lock and commits under it, and how each update is settled.
 *
 * <p><b>An update</b> is {@code WAITING} in the lines of its entries, {@code LEADING} when it has them, {@code TAKEN}
 * into a leader's group, {@code SEALED} while the group is on its way to Redis, and in the end {@code SETTLED} or
 * {@code GONE}. {@code PendingUpdate} describes the states and the races. A group is sealed after it was computed. If
 * one of it has given up meanwhile, nothing is sent, and the others are computed anew: the caller of the one that left
 * was told that it is not written.
 *
 * <p><b>The lines</b> are had by one thread at a time. A leader computes, sends, and settles itself and its group. Then
 * the next one leads, before those that were settled wake up. A leader that ends by an error gives the lines back all
 * the same: a lease ends by itself, a turn does not.
 *
 * <p><b>An attempt</b> counts only by its answer. If the answer is lost, an update with an event id asks again. Its
 * own mark then settles it; no other update's mark does. An update without an event id ends unknown. Its copy carries
 * a deadline by the server's clock, so it writes nothing after the caller was told ({@code GroupAttempt}). What an
 * update throws counts only if what it saw is known to stand.
 */
@NullMarked
package io.github.stormlock.internal.update;

import org.jspecify.annotations.NullMarked;
