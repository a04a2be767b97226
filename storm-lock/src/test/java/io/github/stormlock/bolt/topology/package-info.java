/**
 * Bolts in a local Storm cluster.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.bolt.topology;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
