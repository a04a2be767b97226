/** Tuples that change several entries in one step. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.bolt.together;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
