package io.github.stormlock.redis;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/**
 * Waits for an answer awake, for a moment: where the server is near, putting a thread to sleep and waking it again takes
 * longer than the answer. Given up for a while on a connection whose answers take longer. For one thread at a time.
 */
final class Alertness {
    private static final long LONGEST_NANOS = 50_000;
    private static final int LEFT_OUT = 200;
    private static final boolean CORE_TO_SPARE = Runtime.getRuntime().availableProcessors() > 1;

    private int leaveOut;

    /** Returns once there is something to read, or when the moment is over. */
    void await(Socket socket) {
        if (!CORE_TO_SPARE || leaveOut > 0) {
            leaveOut--;
            return;
        }
        try {
            InputStream in = socket.getInputStream();
            long end = System.nanoTime() + LONGEST_NANOS;
            while (in.available() == 0) {
                if (System.nanoTime() - end >= 0) {
                    leaveOut = LEFT_OUT;
                    return;
                }
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            // Whoever reads is told.
            leaveOut = LEFT_OUT;
        }
    }
}
