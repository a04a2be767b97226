/**
 * Guarded updates by the public API: groups, batches, order, replays, and what an update may do.
 */
@NullMarked
package io.github.stormlock.lock.update;

import org.jspecify.annotations.NullMarked;
