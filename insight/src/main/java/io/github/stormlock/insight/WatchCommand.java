package io.github.stormlock.insight;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.insight.read.LifeSign;
import io.github.stormlock.insight.read.LockView;
import io.github.stormlock.insight.read.LockView.Grip;
import io.github.stormlock.insight.read.WorkerDirectory;
import io.github.stormlock.insight.read.WorldReader;
import io.github.stormlock.insight.redis.CannotAskException;
import io.github.stormlock.insight.redis.Query;
import io.github.stormlock.insight.redis.RedisServers;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints each change of one lock. */
@Command(name = "watch", mixinStandardHelpOptions = true)
final class WatchCommand implements Callable<Integer> {
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);
    private static final long BETWEEN_MILLIS = 200;
    private static final int LOOKS_PER_REPORT = 25;

    private final Invocation invocation;

    @Parameters(arity = "1", paramLabel = "KEY", description = "the key of the entry, or the name of the lock")
    private String entry = "";

    @Option(names = "--for", paramLabel = "TIME", description = "end then")
    private java.time.Duration longest = java.time.Duration.ofDays(365);

    WatchCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (RedisServers servers = invocation.servers()) {
            WorldReader reader = new WorldReader(servers, invocation.keyPrefix());
            long end = System.nanoTime() + longest.toNanos();
            WorkerDirectory workers = reader.workers();
            String before = "";
            int looks = 0;
            do {
                try {
                    if (++looks % LOOKS_PER_REPORT == 0) {
                        workers = reader.workers();
                    }
                    List<LockView> views = reader.look(workers, entry);
                    String fence = servers.ask(
                                    Query.of("GET", invocation.names().fence(entry)))
                            .text()
                            .orElse("");
                    String now = views.stream().map(WatchCommand::identity).collect(Collectors.joining()) + fence;
                    if (!now.equals(before)) {
                        before = now;
                        if (hasDeadHolder(views)) {
                            // It may have come since workers were read last.
                            workers = reader.workers();
                            views = reader.look(workers, entry);
                        }
                        print(views, fence);
                    }
                } catch (CannotAskException e) {
                    // The next look finds its way anew: a fail-over is what one may want to watch.
                    invocation.err().println("locks: " + e.getMessage());
                }
                TimeUnit.MILLISECONDS.sleep(BETWEEN_MILLIS);
            } while (System.nanoTime() < end);
        }
        return Invocation.DONE;
    }

    private static boolean hasDeadHolder(List<LockView> views) {
        return views.stream()
                .flatMap(lock -> lock.holders().stream())
                .anyMatch(holder -> holder.sign() == LifeSign.GONE);
    }

    /** Returns what is a change if it is another. Times are none. */
    private static String identity(LockView lock) {
        return lock.grip() + " "
                + lock.detail() + " " + lock.holderCount() + " " + lock.waiterCount() + " " + lock.inside() + " "
                + lock.holders().stream().map(holder -> holder.value()).sorted().toList() + "\n";
    }

    private void print(List<LockView> views, String fence) {
        LockView lock = views.stream()
                .filter(view -> view.grip() != Grip.FREE || view.waiterCount() > 0)
                .findFirst()
                .orElse(views.get(0));
        if (invocation.json()) {
            ObjectNode answer = JsonOutput.answer();
            answer.set("lock", JsonOutput.lock(lock));
            if (!fence.isEmpty()) {
                answer.put("fence", fence);
            }
            invocation.say(answer);
            return;
        }
        String step = lock.holders().stream()
                .flatMap(holder -> holder.token().stream())
                .map(token -> ", step " + token.step())
                .findFirst()
                .orElse("");
        String note = LockWords.note(lock);
        invocation.say(" " + CLOCK.format(LocalTime.now(ZoneId.systemDefault())) + "  "
                + (lock.grip() == Grip.FREE
                        ? "free"
                        : LockWords.kind(lock) + "  " + LockWords.holder(lock) + step + ", ends in "
                                + LockWords.ends(lock.left()))
                + "  waiting " + lock.waiterCount() + (lock.inside() > 0 ? " + " + lock.inside() : "")
                + (fence.isEmpty() ? "" : "  fence " + io.github.stormlock.insight.read.Shown.text(fence, 20))
                + (note.isEmpty() ? "" : "  " + note));
    }
}
