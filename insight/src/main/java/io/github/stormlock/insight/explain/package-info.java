/** The state of one lock, why it is so, and what to do about it. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.insight.explain;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
