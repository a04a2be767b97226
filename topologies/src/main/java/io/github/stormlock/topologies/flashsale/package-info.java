/**
 * A flash sale: too many orders for too little stock, one piece per customer, each order decided in the article's
 * entry and the customer's, in one update.
 */
@NullMarked
@CheckReturnValue
package io.github.stormlock.topologies.flashsale;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
