/**
 * Answers that are lost or late, errors in the place of answers, servers that stop, fail over or lose slots.
 */
@NullMarked
package io.github.stormlock.lock.fault;

import org.jspecify.annotations.NullMarked;
