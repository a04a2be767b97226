/** The commands that scripts/storm-dev sends to a running cluster. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.cluster;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
