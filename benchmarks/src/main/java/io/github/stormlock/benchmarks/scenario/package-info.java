/** The works that are measured: the JVMs and threads, the entries that they update, and the contenders that do so. */
@NullMarked
package io.github.stormlock.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
