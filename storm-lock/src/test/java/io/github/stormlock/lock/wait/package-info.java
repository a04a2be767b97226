/**
 * Waiters: who comes next, what they leave behind, and what they hold while they wait.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.wait;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
