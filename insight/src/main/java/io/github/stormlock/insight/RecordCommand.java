package io.github.stormlock.insight;

import io.github.stormlock.insight.page.StateRecorder;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.redis.RedisServers;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Keeps what the page shows in a file, one line of JSON each second. */
@Command(
        name = "record",
        description =
                "Keeps what serve shows in a file, one line of JSON each second. Ctrl-C ends it behind a whole line."
                        + " The file has the names of entries: give it to nobody who must not see them.",
        mixinStandardHelpOptions = true)
final class RecordCommand implements Callable<Integer> {
    private static final long BETWEEN_MILLIS = 250;
    private static final String BACK = "\r\u001b[K";

    private final Invocation invocation;

    @Parameters(arity = "1", paramLabel = "FILE", description = "where the recording goes; locks report reads it")
    private Path file = Path.of("");

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = ScanOptions.TimeConverter.class,
            description = "end then, such as 60s or 10m (default: until Ctrl-C)")
    private @Nullable Duration longest;

    @Option(names = "--hide-entries", description = "keep digests in place of entries")
    private boolean hideEntries;

    @Option(names = "--force", description = "overwrite FILE")
    private boolean force;

    RecordCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        try (RedisServers servers = invocation.servers()) {
            PageSource source = new PageSource(servers, invocation.keyPrefix());
            try (StateRecorder recorder =
                    StateRecorder.begin(open(), source, hideEntries, about(servers, source.where()))) {
                // Ctrl-C ends the JVM, which does not wait for this thread, but for this one.
                Thread end = new Thread(() -> end(recorder), "locks-record-end");
                Runtime.getRuntime().addShutdownHook(end);
                record(recorder);
                if (removed(end)) {
                    end(recorder);
                }
                return recorder.states() == 0 ? Invocation.CANNOT_ASK : Invocation.DONE;
            }
        } catch (UncheckedIOException e) {
            throw new IllegalArgumentException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private void record(StateRecorder recorder) {
        boolean terminal = invocation.color();
        Long end = longest == null ? null : Long.valueOf(System.nanoTime() + longest.toNanos());
        String told = "";
        try {
            while (end == null || System.nanoTime() < end) {
                recorder.look();
                String trouble = recorder.trouble().map(Shown::text).orElse("");
                if (!trouble.isEmpty() && !trouble.equals(told)) {
                    invocation.err().println((terminal ? BACK : "") + "locks: " + trouble);
                }
                told = trouble;
                if (terminal) {
                    invocation.err().print(BACK + " " + Shown.count(recorder.readings(), "second") + " recorded");
                    invocation.err().flush();
                }
                long rest = end == null ? Long.MAX_VALUE : TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                TimeUnit.MILLISECONDS.sleep(Math.max(0, Math.min(BETWEEN_MILLIS, rest)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (terminal) {
            invocation.err().print(BACK);
        }
    }

    private void end(StateRecorder recorder) {
        recorder.close();
        invocation.err().println("locks: " + Shown.count(recorder.states(), "state") + " in " + file);
    }

    /** Returns false if the JVM ends already, so that the hook does the rest. */
    private static boolean removed(Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return false;
        }
    }

    private OutputStream open() {
        OpenOption[] options = force
                ? new OpenOption[] {
                    StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE
                }
                : new OpenOption[] {StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE};
        try {
            return Files.newOutputStream(file, options);
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException(file + " exists; --force overwrites it", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot write " + file + ": " + e, e);
        }
    }

    private static Map<String, Object> about(RedisServers servers, String where) {
        Map<String, Object> about = new LinkedHashMap<>();
        about.put("at", Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
        about.put("version", LocksMain.version());
        about.put("redis", where);
        about.put("mode", servers.config().mode().name().toLowerCase(Locale.ROOT));
        return about;
    }
}
