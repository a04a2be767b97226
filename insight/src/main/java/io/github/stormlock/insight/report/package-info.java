/**
 * Reports of runs: one HTML file each, with its data and its charts inside, that opens without a network. What a run has to say
 * is a {@link io.github.stormlock.insight.report.RunReport}; {@link io.github.stormlock.insight.report.HtmlReport} writes it.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.insight.report;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
