/** The way to the servers of all three modes, for programs that look at them: options, commands, pipelines and scans. */
@NullMarked
package io.github.stormlock.insight.redis;

import org.jspecify.annotations.NullMarked;
