/**
 * Readers of text files, plain or gzip, whose lines know where they begin. They know nothing of logs, Storm or Redis.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.topologies.lines;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
