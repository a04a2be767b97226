/**
 * The parts that kinds of entries share: texts as bytes, numbers as Redis writes them, commands, and what changed in a
 * collection. It knows only values of the package above it. No kind and no view lives here.
 */
@NullMarked
package io.github.stormlock.entry.internal;

import org.jspecify.annotations.NullMarked;
