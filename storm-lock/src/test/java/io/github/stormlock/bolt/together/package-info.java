/** Tuples that change several entries in one step. */
@NullMarked
package io.github.stormlock.bolt.together;

import org.jspecify.annotations.NullMarked;
