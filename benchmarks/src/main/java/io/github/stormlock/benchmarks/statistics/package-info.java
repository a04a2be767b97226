/** Medians, quartiles and ratios of a few rounds. Knows nothing of what is measured. */
@NullMarked
package io.github.stormlock.benchmarks.statistics;

import org.jspecify.annotations.NullMarked;
