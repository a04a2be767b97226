/** The metrics of a task, as Storm has them: they read the figures of locks and updates, which are counted once. */
@NullMarked
package io.github.stormlock.bolt.internal.metrics;

import org.jspecify.annotations.NullMarked;
