package io.github.stormlock.benchmarks.cost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps this JVM on one processor and its servers on another, until it is closed. Left to itself a thread that waits for an
 * answer is now on its server's processor and now on another one, which makes a third of the processor time of an update.
 */
final class Processors implements AutoCloseable {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private final @Nullable String before;

    private Processors(@Nullable String before) {
        this.before = before;
    }

    /** Does so, where there are two processors, Linux and {@code taskset}. */
    static Processors keepApart() throws IOException {
        String allowed = allowed();
        List<Integer> all = numbers(allowed);
        if (all.size() < 2 || !keep(ProcessHandle.current(), "" + all.get(0))) {
            return new Processors(null);
        }
        for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
            keep(child, "" + all.get(1));
        }
        return new Processors(allowed);
    }

    boolean areApart() {
        return before != null;
    }

    private static String allowed() throws IOException {
        if (!Files.isReadable(STATUS)) {
            return "";
        }
        return Files.readAllLines(STATUS).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> line.substring(ALLOWED.length()).strip())
                .findFirst()
                .orElse("");
    }

    /** Returns the numbers of a list such as {@code 0-2,5}. */
    static List<Integer> numbers(String list) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : list.isEmpty() ? new String[0] : list.split(",", -1)) {
            String[] ends = part.split("-", -1);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int number = Integer.parseInt(ends[0]); number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    private static boolean keep(ProcessHandle process, String processors) {
        try {
            Process taskset = new ProcessBuilder(
                            "taskset", "--all-tasks", "--cpu-list", "--pid", processors, "" + process.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return taskset.waitFor(10, TimeUnit.SECONDS) && taskset.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Lets this JVM use all processors again that it could use before. */
    @Override
    public void close() {
        if (before != null) {
            keep(ProcessHandle.current(), before);
        }
    }
}
