/**
 * What an entry looks like in Java: a kind says how an entry of one Redis type is read, which view of it an update
 * changes, and which commands write back what changed. No input or output, no import of another package of ours.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.entry;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
