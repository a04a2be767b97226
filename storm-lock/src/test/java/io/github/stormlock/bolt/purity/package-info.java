/** The check that updates are pure. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.bolt.purity;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
