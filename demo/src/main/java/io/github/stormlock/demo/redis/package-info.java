/** The Redis of a run: its start and its end, and the keys that the run writes there. */
@NullMarked
package io.github.stormlock.demo.redis;

import org.jspecify.annotations.NullMarked;
