/** The threads that update entries, in this JVM or in others. */
@NullMarked
package io.github.stormlock.benchmarks.work.load;

import org.jspecify.annotations.NullMarked;
