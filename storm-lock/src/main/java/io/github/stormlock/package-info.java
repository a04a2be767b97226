/**
 * Where a program begins: the factory, and the guards that it makes. A guard changes shared Redis entries
 * without losing an update. Knows nothing of Storm.
 *
 * <p>The work is done in the packages below {@code internal}, which import each other one way: {@code internal.batch},
 * {@code internal.update}, {@code internal.acquire}, {@code internal.protocol}. Event ids, outcomes, leases and
 * exceptions are values in {@code lock}, and know none of them.
 */
@NullMarked
package io.github.stormlock;

import org.jspecify.annotations.NullMarked;
