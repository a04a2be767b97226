/** An access log of a web server, taken apart and counted in shared Redis hashes by guarded updates. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.topologies.accesslog;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
