/** What strikes, and when: faults of clients, networks and servers, and the servers of each mode with those that are theirs. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.fault;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
