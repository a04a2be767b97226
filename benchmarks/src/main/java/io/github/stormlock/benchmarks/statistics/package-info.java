/** Medians, quartiles and ratios of a few rounds. Knows nothing of what is measured. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.benchmarks.statistics;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
