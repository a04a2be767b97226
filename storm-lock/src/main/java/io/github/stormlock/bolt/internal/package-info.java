/** The check that updates are pure, which tests of bolts ask for. No bolt that is not checked comes here. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.bolt.internal;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
