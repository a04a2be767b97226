/** The topologies whose bolts update entries. */
@NullMarked
package io.github.stormlock.benchmarks.work.storm;

import org.jspecify.annotations.NullMarked;
