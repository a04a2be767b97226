/** Orders from Kafka, counted for each customer in shared Redis hashes: each message once. */
@NullMarked
package io.github.stormlock.topologies.kafka;

import org.jspecify.annotations.NullMarked;
