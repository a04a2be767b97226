/** Orders from Kafka, counted for each customer in shared Redis hashes: each message once. */
@NullMarked
@CheckReturnValue
package io.github.stormlock.topologies.kafka;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
