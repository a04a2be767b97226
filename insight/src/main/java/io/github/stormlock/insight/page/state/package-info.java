/** The values that the page shows, which a source of states makes, and that become the JSON of {@code /api/v1/state}. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.insight.page.state;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
