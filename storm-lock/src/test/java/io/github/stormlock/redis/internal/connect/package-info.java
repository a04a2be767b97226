/** Connections, looked at from within. */
@NullMarked
package io.github.stormlock.redis.internal.connect;

import org.jspecify.annotations.NullMarked;
