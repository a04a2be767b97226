/**
 * The {@code storm.lock.*} keys: one table, from which reading, checking, messages and documentation come. Knows
 * nothing of locks, and imports nothing of Storm.
 */
@NullMarked
package io.github.stormlock.config;

import org.jspecify.annotations.NullMarked;
