package io.github.stormlock.insight.page.state;

import org.jspecify.annotations.Nullable;

/**
 * One worker. Times are milliseconds.
 *
 * @param id the factory's part of its tokens, which no other worker has
 * @param topology the topology; empty outside Storm
 * @param host the name of its machine
 * @param port the worker's port; 0 outside Storm
 * @param pid the process
 * @param updates updates per second; null if unknown
 * @param poolActive connections in use
 * @param poolMost connections in use and idle
 * @param poolWaiting threads that wait for a connection
 * @param reported the age of its last report; null if there is none
 * @param level how much it needs a look
 * @param word what it does, such as {@code reports} or {@code dead}
 */
public record WorkerRow(
        String id,
        String topology,
        String host,
        int port,
        long pid,
        @Nullable Double updates,
        long poolActive,
        long poolMost,
        long poolWaiting,
        @Nullable Long reported,
        Level level,
        String word) {}
