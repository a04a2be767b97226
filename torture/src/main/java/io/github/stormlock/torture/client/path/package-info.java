/**
 * The paths on which a client makes its updates: one for each way to use the library, and those of the tutorials' locks.
 * Each tells the recorder what it attempted and what it was told.
 */
@NullMarked
package io.github.stormlock.torture.client.path;

import org.jspecify.annotations.NullMarked;
