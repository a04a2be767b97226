/** What a worker tells about its locks: its figures, and the names under which Redis has them. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.lock.insight;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
