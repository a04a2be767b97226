/** Decides from the evidence of a run alone what was lost, doubled or torn, or held or kept waiting too long. */
@NullMarked
package io.github.stormlock.torture.check;

import org.jspecify.annotations.NullMarked;
