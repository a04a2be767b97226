/** The figures of locks and updates, the names under which Redis has them, and a way to break a lock. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.insight;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
