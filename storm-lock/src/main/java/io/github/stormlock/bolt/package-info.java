/** The bolt that updates shared Redis entries safely: what Storm needs on top of the lock package, and no more. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.bolt;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
