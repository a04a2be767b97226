/** The terminal of a person who looks: keys that are read one by one. */
@NullMarked
package io.github.stormlock.insight.terminal;

import org.jspecify.annotations.NullMarked;
