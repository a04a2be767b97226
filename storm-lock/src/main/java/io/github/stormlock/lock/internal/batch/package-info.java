/**
 * Updates of several entries that share their round trips. Each entry is led as a single update would lead it. No
 * entry is waited for while the batch leads another.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.internal.batch;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
