/** Redis as the benchmark sees it: its counters, its entries, and the link to it. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.benchmarks.work.server;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
