/** The harness's replays, in topologies of bolts whose event ids stand every replay, and of others. */
@NullMarked
package io.github.stormlock.bolt.replay;

import org.jspecify.annotations.NullMarked;
