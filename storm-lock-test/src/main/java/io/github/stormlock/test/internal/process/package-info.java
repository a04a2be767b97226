/**
 * Processes, containers, ports and folders, from which a Redis is made and of which nothing is left behind, and texts
 * that programs bring along. It knows no server that a test sees.
 */
@NullMarked
package io.github.stormlock.test.internal.process;

import org.jspecify.annotations.NullMarked;
