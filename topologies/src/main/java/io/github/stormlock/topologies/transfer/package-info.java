/** Moves amounts between accounts, two entries in one update, and proves from Redis alone that the sum is conserved. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.topologies.transfer;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
