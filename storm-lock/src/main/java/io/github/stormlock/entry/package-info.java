/**
 * The entries in Java. A kind says how an entry of one Redis type is read, which view of it an update changes, and
 * which commands write back what changed. There is no input or output here, and no import of another package of the
 * library.
 */
@NullMarked
package io.github.stormlock.entry;

import org.jspecify.annotations.NullMarked;
