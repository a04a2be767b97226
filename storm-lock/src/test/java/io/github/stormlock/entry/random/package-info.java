/**
 * Random programs of changes, run by the kinds of entries and by a server, in memory or real, that must agree.
 */
@NullMarked
package io.github.stormlock.entry.random;

import org.jspecify.annotations.NullMarked;
