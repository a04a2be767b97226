/** Locks as tutorials write them. The checker must find the fault of each. */
@NullMarked
package io.github.stormlock.torture.scheme;

import org.jspecify.annotations.NullMarked;
