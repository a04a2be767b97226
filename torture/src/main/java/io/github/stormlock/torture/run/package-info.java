/** What every run has: its servers, its clients, a book of what was done to them, and what came of it. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.run;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
