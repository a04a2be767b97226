/**
 * What a factory lives by: who uses it until it ends, its clock, its threads, and the check at its start. Knows no lock and
 * no update.
 */
@NullMarked
package io.github.stormlock.lock.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
