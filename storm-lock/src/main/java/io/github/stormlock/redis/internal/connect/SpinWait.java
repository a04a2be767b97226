package io.github.stormlock.redis.internal.connect;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/**
 * Spins for up to 200 µs until an answer comes, before the thread blocks. Where the server is near, to put a thread to
 * sleep and wake it again takes longer than the answer. It spins only for a thread that had the connection last time
 * too, which is one that works alone: among others it would keep them from their work. After an answer that takes
 * longer it does not spin for the next 200. For one thread at a time.
 */
public final class SpinWait {
    private static final long LONGEST_NANOS = 200_000;
    /** The number of answers for which it does not spin after one that took too long. */
    private static final int LEFT_OUT = 200;

    private final boolean coreToSpare;
    private long lastThread;
    private int leaveOut;

    public SpinWait(int cores) {
        this.coreToSpare = cores > 1;
    }

    /**
     * Spins until there is something to read or the time is over; returns at once if it must not spin.
     *
     * @return true if it has spun
     */
    public boolean await(Socket socket) {
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
            // The next read throws the same.
            leaveOut = LEFT_OUT;
        }
        return true;
    }
}
