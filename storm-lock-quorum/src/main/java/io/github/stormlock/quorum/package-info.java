/**
 * Locks over a quorum of independent Redis servers: a lock is held by the one that a majority of them grants it to.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.quorum;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
