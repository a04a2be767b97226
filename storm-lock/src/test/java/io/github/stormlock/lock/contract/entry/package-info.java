/** The contracts of reading entries: whole, by parts, without their locks, and the limits of that. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.contract.entry;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
