/** Connections, looked at from within. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.redis.internal.connect;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
