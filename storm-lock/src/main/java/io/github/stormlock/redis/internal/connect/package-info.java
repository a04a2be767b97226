/**
 * Connections to one server each, and their pools: how they are made, how long they may take, what their failures are
 * called. It knows nothing of scripts, slots or fail-over.
 */
@NullMarked
package io.github.stormlock.redis.internal.connect;

import org.jspecify.annotations.NullMarked;
