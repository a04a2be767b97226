/** Measures storm-lock beside other ways to change a shared Redis entry: same Redis, same work, no update lost. */
@NullMarked
package io.github.stormlock.benchmarks;

import org.jspecify.annotations.NullMarked;
