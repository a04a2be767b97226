/**
 * The order in which a runner makes the updates that no caller waits for: which come next, which are set aside because
 * their entry is busy, how many are open, how long a round computes, when a refused entry is tried again. It knows of an
 * update only its entries, and nothing of Redis.
 */
@NullMarked
package io.github.stormlock.lock.internal.runner;

import org.jspecify.annotations.NullMarked;
