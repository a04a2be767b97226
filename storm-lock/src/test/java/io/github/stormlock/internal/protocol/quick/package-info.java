/** The quick parts of scripts against the whole scripts. */
@NullMarked
package io.github.stormlock.internal.protocol.quick;

import org.jspecify.annotations.NullMarked;
