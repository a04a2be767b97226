/** A made-up web server's access log: realistic in shape, the same bytes for the same seed. */
@NullMarked
package io.github.stormlock.topologies.accesslog.sample;

import org.jspecify.annotations.NullMarked;
