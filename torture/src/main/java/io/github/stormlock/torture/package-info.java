/** Breaks what can break under guarded updates, and decides from records whether an update was lost, doubled or torn. */
@NullMarked
package io.github.stormlock.torture;

import org.jspecify.annotations.NullMarked;
