/** Locks as tutorials write them, which a checker must find fault with. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.scheme;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
