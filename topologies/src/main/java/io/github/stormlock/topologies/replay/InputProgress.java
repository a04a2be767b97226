package io.github.stormlock.topologies.replay;

/**
 * The progress of sending an input.
 *
 * @param low an offset; every event below it was acked
 * @param events the number of events below it
 */
record InputProgress(long low, long events) {

    static final InputProgress START = new InputProgress(0, 0);
}
