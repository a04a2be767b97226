/** Text files, plain or gzip, as lines that know where they begin. Knows nothing of logs, Storm or Redis. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.topologies.lines;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
