/** The parts of every run: its servers, its clients, a ledger of what was done to them, and the result. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.torture.run;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
