/** Figures, ratios and goals, as tables, charts and JSON. */
@NullMarked
package io.github.stormlock.benchmarks.report;

import org.jspecify.annotations.NullMarked;
