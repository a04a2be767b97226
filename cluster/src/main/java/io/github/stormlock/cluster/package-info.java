/** The commands that scripts/storm-dev sends to a running cluster. */
@NullMarked
package io.github.stormlock.cluster;

import org.jspecify.annotations.NullMarked;
