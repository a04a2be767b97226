/**
 * The contracts that hold for every kind of lock, on servers of every mode, over every protocol. They go through the
 * public API.
 */
@NullMarked
package io.github.stormlock.lock.contract;

import org.jspecify.annotations.NullMarked;
