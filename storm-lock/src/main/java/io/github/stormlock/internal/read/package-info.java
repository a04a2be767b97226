/** Reading entries as they stand, without a lock. */
@NullMarked
package io.github.stormlock.internal.read;

import org.jspecify.annotations.NullMarked;
