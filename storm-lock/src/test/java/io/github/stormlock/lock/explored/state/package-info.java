/**
 * The state of the protocol's model: what stands in Redis, what is on its way, and what each caller holds and was told.
 */
@NullMarked
package io.github.stormlock.lock.explored.state;

import org.jspecify.annotations.NullMarked;
