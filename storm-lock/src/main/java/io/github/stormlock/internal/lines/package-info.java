/**
 * The only place of a JVM where a submitted update waits for its turn at an entry. It sends nothing, and knows of an
 * update only which entries it has.
 */
@NullMarked
package io.github.stormlock.internal.lines;

import org.jspecify.annotations.NullMarked;
