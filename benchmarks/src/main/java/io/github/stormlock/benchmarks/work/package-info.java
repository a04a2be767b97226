/** Runs one contender in one work, and returns the result. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.benchmarks.work;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
