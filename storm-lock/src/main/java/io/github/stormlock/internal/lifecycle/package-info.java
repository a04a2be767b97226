/**
 * The life of a factory: its users, its clock, its threads, and the check at its start. It ends with its last user. Knows no
 * lock and no update.
 */
@NullMarked
package io.github.stormlock.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
