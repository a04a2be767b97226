/**
 * Faults of clients, networks and servers, the times when they strike, and the servers of each mode with their own faults.
 */
@NullMarked
package io.github.stormlock.torture.fault;

import org.jspecify.annotations.NullMarked;
