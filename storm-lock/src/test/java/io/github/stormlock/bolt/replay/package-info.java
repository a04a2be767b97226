/** The harness's replays, in topologies of bolts whose event ids stand every replay, and of others. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.bolt.replay;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
