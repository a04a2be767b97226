/** The works that are measured: the JVMs and threads, the entries that they update, and the contenders that do so. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.benchmarks.scenario;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
