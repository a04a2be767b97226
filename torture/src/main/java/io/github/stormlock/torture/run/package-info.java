/** The parts of every run: its servers, its clients, a ledger of what was done to them, and the result. */
@NullMarked
package io.github.stormlock.torture.run;

import org.jspecify.annotations.NullMarked;
