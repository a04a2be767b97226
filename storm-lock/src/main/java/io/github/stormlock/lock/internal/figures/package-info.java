/** Figures of one factory: those of its callers, and its hot entries. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.internal.figures;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
