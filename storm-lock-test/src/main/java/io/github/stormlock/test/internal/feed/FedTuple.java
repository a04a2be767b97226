package io.github.stormlock.test.internal.feed;

import java.util.List;

/**
 * A tuple that waits to be sent, or for its answer.
 *
 * @param id the message id
 * @param replaysLeft the number of times that it may be sent again after a failure
 * @param copiesLeft the number of times that it is sent again after an ack
 */
public record FedTuple(long id, List<Object> values, int replaysLeft, int copiesLeft) {
    FedTuple afterFailure() {
        return new FedTuple(id, values, replaysLeft - 1, copiesLeft);
    }

    FedTuple afterAck() {
        return new FedTuple(id, values, replaysLeft, copiesLeft - 1);
    }
}
