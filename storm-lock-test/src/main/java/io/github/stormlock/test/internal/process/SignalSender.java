package io.github.stormlock.test.internal.process;

import java.io.IOException;

/** Sends signals to processes, by the {@code kill} command of the system. */
final class SignalSender {
    private SignalSender() {}

    static void send(String name, long pid) {
        try {
            int code = new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IllegalStateException("kill -" + name + " of process " + pid + " failed with " + code);
            }
        } catch (IOException failed) {
            throw new IllegalStateException("There is no kill command here to send " + name + " with", failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while sending " + name, stopped);
        }
    }
}
