/** A model of waiters that each take several locks, all or none. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.explored.several;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
