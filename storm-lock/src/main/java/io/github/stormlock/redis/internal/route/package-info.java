/**
 * The way from a key to the pool of its server: one server, the primary that Sentinel names, or the node of a slot. It
 * sends nothing of its own but what tells it the servers.
 */
@NullMarked
package io.github.stormlock.redis.internal.route;

import org.jspecify.annotations.NullMarked;
