/** The scripts on several entries in one step. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.internal.protocol.several;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
