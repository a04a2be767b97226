/** The way to the servers of all three modes, for programs that look at them: options, commands, pipelines and scans. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.insight.redis;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
