/** Fair locks and read-write locks: who may hold them together, who comes next, and what their views promise. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.kind;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
