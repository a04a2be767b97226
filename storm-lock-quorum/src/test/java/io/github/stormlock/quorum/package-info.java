/** Locks over a quorum of servers, on real ones that are cut off, stopped, killed and emptied. */
@NullMarked
package io.github.stormlock.quorum;

import org.jspecify.annotations.NullMarked;
