/** The ways that feed tuples to bolts, whose executors are threads of the client. */
@NullMarked
package io.github.stormlock.torture.client.path.bolt;

import org.jspecify.annotations.NullMarked;
