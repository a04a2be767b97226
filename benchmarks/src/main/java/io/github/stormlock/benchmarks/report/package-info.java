/** Figures, ratios and goals, as tables, charts and JSON. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.benchmarks.report;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
