package io.github.stormlock.torture.run;

import java.io.IOException;

/** Sends signals to processes. */
final class ProcessSignals {
    private ProcessSignals() {}

    static void send(String signal, long pid) {
        try {
            int status = new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new HarnessException("kill -" + signal + " " + pid + " ended with " + status, null);
            }
        } catch (IOException e) {
            throw new HarnessException("there is no kill command to send signals with", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while SIG" + signal + " was sent", e);
        }
    }
}
