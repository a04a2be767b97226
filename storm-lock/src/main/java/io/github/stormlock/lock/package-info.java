/**
 * Locks, leases and guarded updates of shared Redis entries, for any Java program. A lock guards every update of its
 * entry, and is taken only where an update has to have it. Knows nothing of Storm.
 *
 * <p>The work is done in packages below this one, which import each other one way: {@code internal.batch},
 * {@code internal.update}, {@code internal.acquire}, {@code internal.protocol}. Of this package they know values
 * only, such as event ids and exceptions.
 */
@NullMarked
package io.github.stormlock.lock;

import org.jspecify.annotations.NullMarked;
