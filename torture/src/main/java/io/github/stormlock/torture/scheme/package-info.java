/** Locks as tutorials write them. The checker must find the fault of each. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.scheme;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
