/** The bolt that updates shared Redis entries safely. It adds to the lock package what Storm needs, and no more. */
@NullMarked
package io.github.stormlock.bolt;

import org.jspecify.annotations.NullMarked;
