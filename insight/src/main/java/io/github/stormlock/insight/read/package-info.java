/** The state of all locks in one look: what workers tell, checked against the keys and connections of the servers. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.insight.read;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
