/** Runs the access-log topology from end to end, shows it at work, and reads the totals back from Redis. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.demo;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
