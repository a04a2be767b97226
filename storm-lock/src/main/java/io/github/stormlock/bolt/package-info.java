/** The bolt that owns a Redis entry while it changes it: what Storm needs on top of the lock package, and no more. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.bolt;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
