/** Models of the protocol, and an explorer that walks through all their states. Nothing of the library is run here. */
@org.jspecify.annotations.NullMarked
package io.github.stormlock.lock.explored;
