/**
 * Faults of clients, networks and servers, the times when they strike, and the servers of each mode with their own faults.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.fault;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
