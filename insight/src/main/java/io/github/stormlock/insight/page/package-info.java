/**
 * The live page of {@code locks serve}: a server on loopback that shows what a {@link
 * io.github.stormlock.insight.page.state.StateSource} knows, and changes nothing.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.insight.page;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
