/**
 * Locks beside the mutex: read-write locks, permits and latches. {@link io.github.stormlock.RedisLockFactory} makes
 * them.
 */
@NullMarked
package io.github.stormlock.lock.kind;

import org.jspecify.annotations.NullMarked;
