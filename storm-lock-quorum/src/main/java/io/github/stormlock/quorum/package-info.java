/**
 * Locks over a quorum of independent Redis servers: a lock is held by the one that a majority of them grants it to.
 */
@NullMarked
package io.github.stormlock.quorum;

import org.jspecify.annotations.NullMarked;
