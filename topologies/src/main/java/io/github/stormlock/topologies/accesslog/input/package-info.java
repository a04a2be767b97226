/**
 * The spout of the access log, and the files that it reads.
 */
@NullMarked
package io.github.stormlock.topologies.accesslog.input;

import org.jspecify.annotations.NullMarked;
