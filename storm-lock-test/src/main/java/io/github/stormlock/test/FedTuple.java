package io.github.stormlock.test;

import java.util.List;

/** A tuple and its message id, and how often it may still be sent after a failure. */
record FedTuple(long id, List<Object> values, int replaysLeft) {
    FedTuple again() {
        return new FedTuple(id, values, replaysLeft - 1);
    }
}
