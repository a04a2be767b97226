/** A model of the lines of one worker, in which updates wait for their turns at entries. */
@NullMarked
package io.github.stormlock.lock.explored.lines;

import org.jspecify.annotations.NullMarked;
