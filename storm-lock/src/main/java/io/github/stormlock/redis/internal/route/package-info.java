/**
 * The way from a key to the pool of its server: one server, the primary that Sentinel names, or the node of a slot. It
 * sends nothing of its own but what tells it the servers.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.redis.internal.route;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
