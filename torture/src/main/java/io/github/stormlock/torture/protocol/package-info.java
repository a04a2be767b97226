/** What the harness and the JVM of a client both know: what a client is told, and at which steps it is caught. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.protocol;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
