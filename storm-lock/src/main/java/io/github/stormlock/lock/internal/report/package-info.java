/** The reports of a worker in Redis: its leases, those who wait in it, and its hot entries. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.internal.report;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
