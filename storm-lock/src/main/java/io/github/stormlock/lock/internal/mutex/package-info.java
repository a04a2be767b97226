/**
 * The mutex as its users see it: leases, and the same lock as a {@code java.util.concurrent.locks.Lock} that a thread
 * owns. It knows no entry and no update.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.internal.mutex;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
