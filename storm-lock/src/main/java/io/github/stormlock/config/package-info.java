/**
 * The {@code storm.lock.*} keys: one table, from which reading, checking, messages and documentation come. Knows
 * nothing of locks, and imports nothing of Storm.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.config;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
