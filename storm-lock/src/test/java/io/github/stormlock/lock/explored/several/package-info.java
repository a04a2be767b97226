/** A model of waiters that each take several locks, all or none. */
@NullMarked
package io.github.stormlock.lock.explored.several;

import org.jspecify.annotations.NullMarked;
