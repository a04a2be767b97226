/** The bolt that reads entries without their locks. */
@NullMarked
package io.github.stormlock.bolt.lookup;

import org.jspecify.annotations.NullMarked;
