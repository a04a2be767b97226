/**
 * Lines of an access log taken apart. It knows nothing of Storm.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.topologies.accesslog.parse;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
