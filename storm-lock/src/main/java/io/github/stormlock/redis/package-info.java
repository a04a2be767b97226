/**
 * The way to Redis, and the only package that knows the client library: run a script, run several in one round trip,
 * subscribe, close. What runs is a script file; what comes back is the server's answer as it stands.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.redis;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
