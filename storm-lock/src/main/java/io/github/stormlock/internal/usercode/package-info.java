/**
 * Guards the calls of methods that users write: such a method may not wait for a lock, and one that fails is called again
 * after a pause. Bolts use this, too.
 */
@NullMarked
package io.github.stormlock.internal.usercode;

import org.jspecify.annotations.NullMarked;
