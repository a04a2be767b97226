/**
 * Random programs of changes, run by the kinds of entries and by a server, in memory or real, that must agree.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.entry.random;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
