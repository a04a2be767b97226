/**
 * Locks over a quorum of independent Redis servers: a lock is held by the one that a majority of them grants it to. Only
 * {@link RedisQuorum} is for users.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.quorum;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
