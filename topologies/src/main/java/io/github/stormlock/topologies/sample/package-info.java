/** Common parts of the sample topologies: settings, submission, and the handling of tuples that can never succeed. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.topologies.sample;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
