/**
 * A model of several callers with a batch each over two entries.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.explored.batch;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
