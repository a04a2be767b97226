/** What clients record of their updates, line by line, and what is read of it when they have ended. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.history;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
