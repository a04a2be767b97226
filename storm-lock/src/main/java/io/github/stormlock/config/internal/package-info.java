/**
 * The types of configuration values: how each is read from a text or a number, checked, and named in a message. It
 * knows no key and no setting.
 */
@NullMarked
package io.github.stormlock.config.internal;

import org.jspecify.annotations.NullMarked;
