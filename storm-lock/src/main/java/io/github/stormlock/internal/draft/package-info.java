/**
 * The entries of a group of updates: how they are wanted, what is known of them, the views to which the updates are
 * applied, and what the updates make of them. It sends nothing.
 *
 * <p>A group updates one entry, mostly. Where it updates several, each of these types has one part for each entry, in the
 * order of their keys.
 */
@NullMarked
package io.github.stormlock.internal.draft;

import org.jspecify.annotations.NullMarked;
