/**
 * One run of a topology on a local cluster: what its components threw and reported, and the faults that strike between a
 * bolt's commit and its ack.
 */
@NullMarked
package io.github.stormlock.test.internal.run;

import org.jspecify.annotations.NullMarked;
