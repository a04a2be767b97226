/**
 * The live page of {@code locks serve}: a server on loopback that shows what a {@link
 * io.github.stormlock.insight.page.state.StateSource} knows, and changes nothing.
 */
@NullMarked
package io.github.stormlock.insight.page;

import org.jspecify.annotations.NullMarked;
