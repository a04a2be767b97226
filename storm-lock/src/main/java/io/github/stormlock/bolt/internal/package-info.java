/** The check that updates are pure, which tests of bolts ask for. No bolt that is not checked comes here. */
@NullMarked
package io.github.stormlock.bolt.internal;

import org.jspecify.annotations.NullMarked;
