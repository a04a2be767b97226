/** Locks over a quorum of servers, on real ones that are cut off, stopped, killed and emptied. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.quorum;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
