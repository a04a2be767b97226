/**
 * The locks that clients take in a torture of one kind of lock: those of the library, and careless ones, which the checker
 * must catch.
 */
@NullMarked
package io.github.stormlock.torture.scheme.kind;

import org.jspecify.annotations.NullMarked;
