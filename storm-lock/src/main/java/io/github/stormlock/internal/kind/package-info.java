/**
 * Locks of all kinds as their users see them: leases, and the same locks as those of {@code java.util.concurrent.locks}
 * that threads own. It knows no entry and no update.
 */
@NullMarked
package io.github.stormlock.internal.kind;

import org.jspecify.annotations.NullMarked;
