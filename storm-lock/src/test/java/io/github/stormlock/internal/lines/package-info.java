/** The lines of updates without threads: what may be taken after each step, over thousands of schedules. */
package io.github.stormlock.internal.lines;
