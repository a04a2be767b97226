/**
 * The parts that the harness and the JVM of a client share: the configuration, and the steps at which a client is caught.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.protocol;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
