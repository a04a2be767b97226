/** Common parts of the sample topologies: settings, submission, and the handling of tuples that can never succeed. */
@NullMarked
package io.github.stormlock.topologies.sample;

import org.jspecify.annotations.NullMarked;
