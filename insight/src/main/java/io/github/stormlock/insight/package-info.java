/** The command {@code locks}: its options, its commands and what they print. */
@NullMarked
package io.github.stormlock.insight;

import org.jspecify.annotations.NullMarked;
