/** Runs in a client's JVM: updates entries in several ways, and obeys the harness. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.client;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
