/**
 * One run of the samples from end to end: settings, the engine, progress and results.
 */
@NullMarked
package io.github.stormlock.demo.run;

import org.jspecify.annotations.NullMarked;
