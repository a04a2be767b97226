/**
 * The contracts that hold for every kind of lock, on servers of every mode, over every protocol. They go through the
 * public API.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.contract;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
