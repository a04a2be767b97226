/**
 * What the {@code storm.lock.*} keys mean: one table of keys, from which reading, checking, messages and documentation
 * come. Knows nothing of locks and of Storm.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.config;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
