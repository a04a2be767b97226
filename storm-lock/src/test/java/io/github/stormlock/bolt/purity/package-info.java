/** The check that updates are pure. */
@NullMarked
package io.github.stormlock.bolt.purity;

import org.jspecify.annotations.NullMarked;
