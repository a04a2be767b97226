/** The scripts on several entries in one step. */
@NullMarked
package io.github.stormlock.internal.protocol.several;

import org.jspecify.annotations.NullMarked;
