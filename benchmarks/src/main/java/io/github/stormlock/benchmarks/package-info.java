/** Measures storm-lock beside other ways to change a shared Redis entry: same Redis, same work, no update lost. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.benchmarks;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
