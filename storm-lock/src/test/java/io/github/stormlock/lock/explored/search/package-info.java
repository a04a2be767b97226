/**
 * The explorer that walks through all states of a model. It knows no model.
 */
@NullMarked
package io.github.stormlock.lock.explored.search;

import org.jspecify.annotations.NullMarked;
