/** The state of one lock, why it is so, and what to do about it. */
@NullMarked
package io.github.stormlock.insight.explain;

import org.jspecify.annotations.NullMarked;
