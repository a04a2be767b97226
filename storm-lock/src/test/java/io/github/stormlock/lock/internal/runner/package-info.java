/** The order of the updates that a runner makes, without a runner and without Redis. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.internal.runner;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
