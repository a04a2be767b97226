/**
 * Lines of an access log taken apart. It knows nothing of Storm.
 */
@NullMarked
package io.github.stormlock.topologies.accesslog.parse;

import org.jspecify.annotations.NullMarked;
