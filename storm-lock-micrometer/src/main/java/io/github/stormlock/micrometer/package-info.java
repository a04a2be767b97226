/** Locks and guarded updates as metrics of Micrometer. */
@NullMarked
package io.github.stormlock.micrometer;

import org.jspecify.annotations.NullMarked;
