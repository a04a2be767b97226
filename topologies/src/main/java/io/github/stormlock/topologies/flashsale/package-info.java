/**
 * A flash sale: too many orders for too little stock, one piece per customer, each order decided in the article's
 * entry and the customer's, in one update.
 */
@NullMarked
package io.github.stormlock.topologies.flashsale;

import org.jspecify.annotations.NullMarked;
