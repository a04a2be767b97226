/** The ways to change a shared Redis entry that are compared. Each does the same work. */
@NullMarked
package io.github.stormlock.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
