/**
 * Updates of several entries that share their round trips. Each entry is led as a single update would lead it. No
 * entry is waited for while the batch leads another.
 */
@NullMarked
package io.github.stormlock.internal.batch;

import org.jspecify.annotations.NullMarked;
