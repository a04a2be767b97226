/** What runs in a client's JVM: the ways in which it updates entries, and how it obeys the harness. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.client;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
