/**
 * The state of a feed that the tasks of a local cluster share, and the number of workers that run.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.test.internal.feed;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
