/**
 * Faults that strike at exactly the moment where they hurt, run with every lock: the positive controls and the failure
 * matrix.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.matrix;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
