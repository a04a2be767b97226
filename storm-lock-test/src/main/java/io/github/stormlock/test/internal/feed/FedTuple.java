package io.github.stormlock.test.internal.feed;

import java.util.List;

/**
 * A tuple that waits to be sent, or for its answer.
 *
 * @param id the message id
 * @param replaysLeft the number of times that it may be sent again after a failure
 */
public record FedTuple(long id, List<Object> values, int replaysLeft) {
    public FedTuple again() {
        return new FedTuple(id, values, replaysLeft - 1);
    }
}
