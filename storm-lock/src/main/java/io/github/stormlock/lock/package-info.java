/**
 * Locks, leases and guarded updates of shared Redis entries, for any Java program. A lock guards every update of its
 * entry, and is taken only where an update has to have it. Scripts lie beside it as resources. Knows nothing of Storm.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
