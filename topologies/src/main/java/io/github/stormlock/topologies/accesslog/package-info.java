/** The access log of a web server, taken apart and counted in shared Redis hashes by bolts that own an entry while they change it. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.topologies.accesslog;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
