/** Breaks what can break under guarded updates, and decides from records whether an update was lost, doubled or torn. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
