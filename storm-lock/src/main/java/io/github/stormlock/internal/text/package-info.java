/** How names stand in messages. */
@NullMarked
package io.github.stormlock.internal.text;

import org.jspecify.annotations.NullMarked;
