/**
 * Guarded updates by the public API: groups, batches, order, replays, and what an update may do.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.update;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
