/**
 * Faults that strike at exactly the moment where they hurt, run with every lock: the positive controls and the failure
 * matrix.
 */
@NullMarked
package io.github.stormlock.torture.matrix;

import org.jspecify.annotations.NullMarked;
