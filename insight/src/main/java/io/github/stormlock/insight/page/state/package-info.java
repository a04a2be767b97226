/** The values that the page shows, which a source of states makes, and that become the JSON of {@code /api/v1/state}. */
@NullMarked
package io.github.stormlock.insight.page.state;

import org.jspecify.annotations.NullMarked;
