/**
 * The words for the user: the console, texts that are safe to show, and the errors that end a run.
 */
@NullMarked
package io.github.stormlock.demo.console;

import org.jspecify.annotations.NullMarked;
