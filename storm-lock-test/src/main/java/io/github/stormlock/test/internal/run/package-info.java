/**
 * One run of a topology on a local cluster: what its components threw and reported, and the faults that strike between a
 * bolt's commit and its ack.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.test.internal.run;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
