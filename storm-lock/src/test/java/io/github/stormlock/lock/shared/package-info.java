/**
 * Kinds of locks beside the mutex that several may hold or wait for: permits and latches; and several locks that are held
 * together. They go through the public API.
 */
@NullMarked
package io.github.stormlock.lock.shared;

import org.jspecify.annotations.NullMarked;
