/** The contracts of reading entries: whole, by parts, without their locks, and the limits of that. */
@NullMarked
package io.github.stormlock.lock.contract.entry;

import org.jspecify.annotations.NullMarked;
