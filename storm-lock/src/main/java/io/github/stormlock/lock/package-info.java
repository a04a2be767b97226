/** The values that callers hand over and get back: event ids, outcomes, locks and leases, listeners, and the exceptions. */
@NullMarked
package io.github.stormlock.lock;

import org.jspecify.annotations.NullMarked;
