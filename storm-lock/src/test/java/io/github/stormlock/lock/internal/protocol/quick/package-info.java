/** The quick parts of scripts against the whole scripts. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.internal.protocol.quick;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
