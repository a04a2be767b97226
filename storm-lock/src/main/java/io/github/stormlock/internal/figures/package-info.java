/** Figures of one factory: those of its callers, its hot entries, and events for Java Flight Recorder. */
@NullMarked
package io.github.stormlock.internal.figures;

import org.jspecify.annotations.NullMarked;
