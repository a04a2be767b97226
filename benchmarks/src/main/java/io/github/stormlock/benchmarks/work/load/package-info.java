/** The threads that update entries, in this JVM or in others. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.benchmarks.work.load;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
