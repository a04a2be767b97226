/** The bolt that reads entries without their locks. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.bolt.lookup;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
