/** The ways that feed tuples to bolts, whose executors are threads of the client. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.client.path.bolt;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
