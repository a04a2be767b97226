/** What holds for methods of users that the library calls. The only room that bolts know, too. */
@NullMarked
package io.github.stormlock.internal.usercode;

import org.jspecify.annotations.NullMarked;
