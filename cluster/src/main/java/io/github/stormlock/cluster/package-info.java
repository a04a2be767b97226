/** What scripts/storm-dev asks a running cluster. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.cluster;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
