/**
 * Locks beside the mutex: read-write locks, permits and latches. {@link io.github.stormlock.lock.RedisLockFactory} makes
 * them.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.kind;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
