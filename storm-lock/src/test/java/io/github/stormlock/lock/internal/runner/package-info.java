/** The order of the updates that a runner makes, without a runner and without Redis. */
@NullMarked
package io.github.stormlock.lock.internal.runner;

import org.jspecify.annotations.NullMarked;
