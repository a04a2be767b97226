package io.github.stormlock.redis;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/**
 * Waits for an answer awake, for a moment: where the server is near, putting a thread to sleep and waking it again takes
 * longer than the answer. Only for a thread that has the connection again and again, which is one that works alone: among
 * others it would keep them from their work. Given up for a while when an answer takes longer. For one thread at a time.
 */
final class Alertness {
    private static final long LONGEST_NANOS = 200_000;
    /** Of so many answers from a server far away, one costs that moment. */
    private static final int LEFT_OUT = 200;

    private final boolean coreToSpare;
    private long lastThread;
    private int leaveOut;

    Alertness(int cores) {
        this.coreToSpare = cores > 1;
    }

    /**
     * Returns once there is something to read, or when the moment is over, or at once.
     *
     * @return whether it has waited awake
     */
    boolean await(Socket socket) {
        long thread = Thread.currentThread().getId();
        boolean stranger = thread != lastThread;
        lastThread = thread;
        if (stranger || !coreToSpare) {
            return false;
        } else if (leaveOut > 0) {
            leaveOut--;
            return false;
        }
        try {
            InputStream in = socket.getInputStream();
            long end = System.nanoTime() + LONGEST_NANOS;
            while (in.available() == 0) {
                if (System.nanoTime() - end >= 0) {
                    leaveOut = LEFT_OUT;
                    break;
                }
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            // Whoever reads is told.
            leaveOut = LEFT_OUT;
        }
        return true;
    }
}
