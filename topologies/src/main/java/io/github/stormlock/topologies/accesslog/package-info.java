/** An access log of a web server, taken apart and counted in shared Redis hashes by guarded updates. */
@NullMarked
package io.github.stormlock.topologies.accesslog;

import org.jspecify.annotations.NullMarked;
