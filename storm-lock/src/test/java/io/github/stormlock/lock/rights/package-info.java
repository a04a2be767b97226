/**
 * Users that may do little, as managed servers have them, and passwords that change.
 */
@NullMarked
package io.github.stormlock.lock.rights;

import org.jspecify.annotations.NullMarked;
