/**
 * Kinds of locks beside the mutex that several may hold or wait for: permits and latches; and several locks that are held
 * together. They go through the public API.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.shared;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
