/**
 * Waiters: who comes next, what they leave behind, and what they hold while they wait.
 */
@NullMarked
package io.github.stormlock.lock.wait;

import org.jspecify.annotations.NullMarked;
