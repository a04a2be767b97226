/**
 * Updates of several entries that share their round trips. Each entry is led as a single update would lead it; none is waited for
 * while another is in hand.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.internal.batch;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
