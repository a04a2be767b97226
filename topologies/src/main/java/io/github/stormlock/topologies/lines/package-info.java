/**
 * Readers of text files, plain or gzip, whose lines know where they begin. They know nothing of logs, Storm or Redis.
 */
@NullMarked
package io.github.stormlock.topologies.lines;

import org.jspecify.annotations.NullMarked;
