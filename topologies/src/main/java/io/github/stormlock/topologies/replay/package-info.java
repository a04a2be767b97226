/** A spout that replays: it sends an ordered input, with positions, until each of its events is acked or given up. */
@NullMarked
package io.github.stormlock.topologies.replay;

import org.jspecify.annotations.NullMarked;
