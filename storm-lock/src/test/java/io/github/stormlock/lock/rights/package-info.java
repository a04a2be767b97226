/**
 * Users that may do little, as managed servers have them, and passwords that change.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.rights;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
