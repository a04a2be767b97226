/** Runs one contender in one work, and returns the result. */
@NullMarked
package io.github.stormlock.benchmarks.work;

import org.jspecify.annotations.NullMarked;
