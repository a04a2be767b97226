/** Figures of one factory: those of its callers, its hot entries, and events for Java Flight Recorder. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.internal.figures;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
