/** Moves amounts between accounts, two entries in one update, and proves from Redis alone that the sum is conserved. */
@NullMarked
package io.github.stormlock.topologies.transfer;

import org.jspecify.annotations.NullMarked;
