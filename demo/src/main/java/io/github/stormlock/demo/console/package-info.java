/**
 * The words for the user: the console, texts that are safe to show, and the errors that end a run.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.demo.console;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
