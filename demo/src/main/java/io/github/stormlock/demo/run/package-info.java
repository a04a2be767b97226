/**
 * One run of the samples from end to end: settings, the engine, progress and results.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.demo.run;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
