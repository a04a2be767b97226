package io.github.stormlock.topologies.accesslog;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Keeps an update from ending while a file exists, for 60 s at most, and writes the process id to a file beside it.
 * Tests use it to stop a worker inside an update. Does nothing without a file.
 *
 * @param file the file that holds updates while it exists, or empty
 */
record HoldFile(String file) implements Serializable {
    static final HoldFile NONE = new HoldFile("");

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);

    void await() {
        if (file.isEmpty() || !Files.exists(Path.of(file))) {
            return;
        }
        try {
            Files.writeString(
                    Path.of(file + ".pid"),
                    Long.toString(ProcessHandle.current().pid()));
            long begun = System.nanoTime();
            while (Files.exists(Path.of(file)) && System.nanoTime() - begun < LONGEST_NANOS) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
        } catch (IOException e) {
            throw new IllegalStateException("the process id cannot be written to " + file + ".pid", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
