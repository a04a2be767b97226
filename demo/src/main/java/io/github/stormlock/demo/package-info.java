/** Runs the access-log topology from end to end, shows it at work, and reads back from Redis what came of it. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.demo;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
