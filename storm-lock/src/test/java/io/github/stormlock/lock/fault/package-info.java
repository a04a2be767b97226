/**
 * Answers that are lost or late, errors in the place of answers, servers that stop, fail over or lose slots.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.fault;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
