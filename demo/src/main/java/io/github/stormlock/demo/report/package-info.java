/**
 * The findings of a run as tables, charts and a report. It reads what was counted and knows nothing of how.
 */
@NullMarked
package io.github.stormlock.demo.report;

import org.jspecify.annotations.NullMarked;
