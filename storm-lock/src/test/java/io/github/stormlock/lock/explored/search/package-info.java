/**
 * The explorer that walks through all states of a model. It knows no model.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.explored.search;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
