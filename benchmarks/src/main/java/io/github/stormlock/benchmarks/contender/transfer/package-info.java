/** Transfers between two hashes: 1 is taken from the one, whose balance is read, and added to the other. */
@NullMarked
package io.github.stormlock.benchmarks.contender.transfer;

import org.jspecify.annotations.NullMarked;
