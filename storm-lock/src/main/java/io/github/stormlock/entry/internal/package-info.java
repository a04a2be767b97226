/**
 * The parts that kinds of entries share: texts as bytes, numbers as Redis writes them, commands, and what changed in a
 * collection. {@code StateKind} and {@code Whole} are the base that kinds build on. It knows only values of the package
 * above it, and the interface of kinds. No kind and no view lives here.
 */
@NullMarked
package io.github.stormlock.entry.internal;

import org.jspecify.annotations.NullMarked;
