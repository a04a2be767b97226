package io.github.stormlock.test.internal.run;

import java.util.List;

/** Decides what becomes of the acks of a component's tuples. Thread-safe. */
public interface AckFaults {

    /** The fate of an ack. */
    enum Fate {
        /** Storm gets it. */
        PASSED_ON,
        /** Storm is told that the tuple failed. */
        FAILED,
        /** The task dies before it. */
        LOST_WITH_ITS_TASK
    }

    /**
     * Returns what becomes of an ack. A tuple whose ack is not passed on fails, and must come again for that.
     *
     * @param values the values of the tuple that a bolt acks
     */
    Fate ofAck(List<Object> values);

    /**
     * Notes that a tuple fails because its task died, and must come again for that.
     *
     * @param values the values of the tuple
     */
    void lostWithItsTask(List<Object> values);
}
