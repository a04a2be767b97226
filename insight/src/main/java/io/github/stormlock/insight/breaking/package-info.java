/** The command {@code locks break}: takes a lock away from its holder, once a person has read what that means. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.insight.breaking;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
