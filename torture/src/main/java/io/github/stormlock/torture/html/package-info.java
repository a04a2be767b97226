/** The page of a run: the faults on the axis of time, what stood still while they struck, and when it went on. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.html;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
