/**
 * Scripts and commands on their way: written together, answered together, redirected where a slot has moved, and
 * confirmed by replicas where that is wanted; and the subscription. {@code JedisPort} is the port to Redis that the
 * library uses.
 */
@NullMarked
package io.github.stormlock.redis.internal.pipeline;

import org.jspecify.annotations.NullMarked;
