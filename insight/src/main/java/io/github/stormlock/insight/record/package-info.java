/** Reads what {@code locks record} has written, and says in a report what happened meanwhile. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.insight.record;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
