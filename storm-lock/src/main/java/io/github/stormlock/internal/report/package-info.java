/** The reports of a worker in Redis: its leases, those who wait in it, and its hot entries. */
@NullMarked
package io.github.stormlock.internal.report;

import org.jspecify.annotations.NullMarked;
