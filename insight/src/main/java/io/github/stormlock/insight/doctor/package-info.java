/** The command {@code locks doctor}: looks for what is wrong with the servers, the keys and the workers. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.insight.doctor;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
