/** A made-up web server's access log: realistic in shape, the same bytes for the same seed. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.demo.sample;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
