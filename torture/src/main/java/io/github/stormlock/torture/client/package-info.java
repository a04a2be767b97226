/** Runs in a client's JVM: updates entries in several ways, and obeys the harness. */
@NullMarked
package io.github.stormlock.torture.client;

import org.jspecify.annotations.NullMarked;
