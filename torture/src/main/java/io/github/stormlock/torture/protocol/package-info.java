/**
 * The parts that the harness and the JVM of a client share: the configuration, and the steps at which a client is caught.
 */
@NullMarked
package io.github.stormlock.torture.protocol;

import org.jspecify.annotations.NullMarked;
