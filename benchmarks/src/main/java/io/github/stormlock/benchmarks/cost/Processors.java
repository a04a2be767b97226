package io.github.stormlock.benchmarks.cost;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Keeps this JVM on one processor and its servers on another. Left to itself a thread that waits for an answer is now on its
 * server's processor and now on another one, which makes a third of the processor time of an update.
 */
final class Processors {
    private static final int OF_THIS_JVM = 0;
    private static final int OF_SERVERS = 1;
    /** Asked before this JVM is kept on one of them, and sees no other. */
    private static final int ALL = Runtime.getRuntime().availableProcessors();

    private Processors() {}

    /** Does so; returns false where there is one processor only, or no {@code taskset}. */
    static boolean keepApart() throws InterruptedException {
        if (ALL < 2 || !keep(ProcessHandle.current(), OF_THIS_JVM)) {
            return false;
        }
        for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
            boolean unused = keep(child, OF_SERVERS);
        }
        return true;
    }

    private static boolean keep(ProcessHandle process, int processor) throws InterruptedException {
        try {
            Process taskset = new ProcessBuilder(
                            "taskset", "--all-tasks", "--cpu-list", "--pid", "" + processor, "" + process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return taskset.waitFor(10, TimeUnit.SECONDS) && taskset.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
