/** The topologies whose bolts update entries. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.benchmarks.work.storm;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
