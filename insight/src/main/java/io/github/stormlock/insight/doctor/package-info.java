/** The command {@code locks doctor}: looks for what is wrong with the servers, the keys and the workers. */
@NullMarked
package io.github.stormlock.insight.doctor;

import org.jspecify.annotations.NullMarked;
