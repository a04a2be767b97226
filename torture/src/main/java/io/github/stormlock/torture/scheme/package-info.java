/** The locks that clients take: those of the library, and careless ones, which the checker must catch. */
@NullMarked
package io.github.stormlock.torture.scheme;

import org.jspecify.annotations.NullMarked;
