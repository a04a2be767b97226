/** The figures of locks and updates, the names under which Redis has them, and a way to break a lock. */
@NullMarked
package io.github.stormlock.lock.insight;

import org.jspecify.annotations.NullMarked;
