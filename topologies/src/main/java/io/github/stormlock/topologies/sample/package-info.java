/** What the sample topologies share: settings, submission, and what becomes of a tuple that can never succeed. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.topologies.sample;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
