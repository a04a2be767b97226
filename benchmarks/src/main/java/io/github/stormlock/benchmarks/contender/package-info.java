/** The ways to change a shared Redis entry that are compared. Each does the same work. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.benchmarks.contender;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
