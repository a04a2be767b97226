/** The ways in which clients use locks of one kind each: one class for each kind. */
@NullMarked
package io.github.stormlock.torture.client.path.kind;

import org.jspecify.annotations.NullMarked;
