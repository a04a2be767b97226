/** The works that are measured: how many JVMs and threads update which entries, and which contenders do so. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.benchmarks.scenario;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
