/** Pipelines, looked at from within. */
@NullMarked
package io.github.stormlock.redis.internal.pipeline;

import org.jspecify.annotations.NullMarked;
