package io.github.stormlock.test.internal.run;

import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import org.apache.storm.utils.Utils;

/** Tells what Storm takes for the end of an executor whose topology is killed. */
final class SilentEnd {
    private SilentEnd() {}

    /** Throws it again if Storm ends the executor silently on it. */
    static void rethrow(Throwable thrown) {
        boolean silent = Utils.exceptionCauseIsInstanceOf(InterruptedException.class, thrown)
                || (Utils.exceptionCauseIsInstanceOf(InterruptedIOException.class, thrown)
                        && !Utils.exceptionCauseIsInstanceOf(SocketTimeoutException.class, thrown));
        if (silent) {
            throw new IllegalStateException(thrown);
        }
    }
}
