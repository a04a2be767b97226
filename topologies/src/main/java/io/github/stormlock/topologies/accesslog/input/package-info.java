/**
 * The spout of the access log, and the files that it reads.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.topologies.accesslog.input;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
