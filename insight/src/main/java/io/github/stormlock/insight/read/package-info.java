/** The state of all locks in one look: what workers tell, checked against the keys and connections of the servers. */
@NullMarked
package io.github.stormlock.insight.read;

import org.jspecify.annotations.NullMarked;
