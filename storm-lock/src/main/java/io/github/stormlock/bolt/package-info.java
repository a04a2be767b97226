/** The bolt that updates shared Redis entries safely. It adds to the lock package what Storm needs, and no more. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.bolt;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
