/** The command {@code locks}: its options, its commands and what they print. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.insight;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
