/** The records that clients write of their updates, line by line, and the history that is read from them at the end. */
@NullMarked
package io.github.stormlock.torture.history;

import org.jspecify.annotations.NullMarked;
