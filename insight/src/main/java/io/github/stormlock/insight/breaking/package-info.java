/** The command {@code locks break}: takes a lock away from its holder, once a person has read what that means. */
@NullMarked
package io.github.stormlock.insight.breaking;

import org.jspecify.annotations.NullMarked;
