/**
 * The way to Redis, and the only package that knows the client library. It runs one script, or several in one round
 * trip, and subscribes. A script is a resource file, and its result is the server's answer as it stands.
 */
@NullMarked
package io.github.stormlock.redis;

import org.jspecify.annotations.NullMarked;
