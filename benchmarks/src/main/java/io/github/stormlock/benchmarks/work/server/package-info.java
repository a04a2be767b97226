/** Redis as the benchmark sees it: its counters, its entries, and the link to it. */
@NullMarked
package io.github.stormlock.benchmarks.work.server;

import org.jspecify.annotations.NullMarked;
