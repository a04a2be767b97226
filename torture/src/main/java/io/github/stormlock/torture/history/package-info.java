/** The records that clients write of their updates, line by line, and the history that is read from them at the end. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.history;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
