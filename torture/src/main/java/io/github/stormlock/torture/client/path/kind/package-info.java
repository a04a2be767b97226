/** The ways in which clients use locks of one kind each: one class for each kind. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.client.path.kind;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
