/** Locks and guarded updates as metrics of Micrometer. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.micrometer;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
