/** Runs one contender in one work, and tells what came of it. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.benchmarks.work;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
