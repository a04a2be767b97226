/**
 * Bolts in a local Storm cluster.
 */
@NullMarked
package io.github.stormlock.bolt.topology;

import org.jspecify.annotations.NullMarked;
