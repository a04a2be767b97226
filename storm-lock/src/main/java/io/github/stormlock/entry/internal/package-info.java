/**
 * The parts that kinds of entries share: texts as bytes, numbers as Redis writes them, commands, and what changed in a
 * collection. It knows only values of the package above it. What the kinds build on lives here ({@code StateKind}, {@code Whole}), but no kind and no view.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.entry.internal;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
