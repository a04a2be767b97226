package io.github.stormlock.insight;

import io.github.stormlock.insight.read.Rates;
import io.github.stormlock.insight.read.WorkerDirectory;
import io.github.stormlock.insight.read.WorldReader;
import io.github.stormlock.insight.redis.CannotAskException;
import io.github.stormlock.insight.redis.RedisServers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what workers do each second, and which entries are hot. */
@Command(name = "top", mixinStandardHelpOptions = true)
final class TopCommand implements Callable<Integer> {
    /** The looks in which an entry counts as hot. The table stands still enough to be read. */
    private static final int LOOKS = 5;

    private static final long A_SECOND = 1_000;
    private static final String CLEAR = "\u001b[H\u001b[2J";

    private final Invocation invocation;

    @Option(names = "--once", description = "print one look and end")
    private boolean once;

    @Option(names = "--sort", paramLabel = "BY")
    private TopView.Order sort = TopView.Order.updates;

    @Option(names = "--filter", paramLabel = "TEXT", description = "only entries with this in their keys")
    private String filter = "";

    @Option(names = "--limit", paramLabel = "N", description = "the most entries (default: ${DEFAULT-VALUE})")
    private int limit = 20;

    TopCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (limit < 0) {
            throw new IllegalArgumentException("--limit must be 0 or more");
        }
        try (RedisServers servers = invocation.servers()) {
            TopView view = new TopView(sort, filter, limit, once);
            WorldReader reader = new WorldReader(servers, invocation.keyPrefix());
            boolean watched = reader.watch();
            WorkerDirectory before = reader.workers();
            Deque<WorkerDirectory> looks = new ArrayDeque<>();
            while (true) {
                try {
                    WorkerDirectory after = later(reader, before, watched);
                    looks.addLast(after);
                    if (looks.size() > LOOKS) {
                        looks.removeFirst();
                    }
                    print(view, Rates.between(before, List.copyOf(looks)), watched);
                    if (once) {
                        return Invocation.DONE;
                    }
                    before = after;
                    watched = reader.watch();
                } catch (CannotAskException e) {
                    troubled(e);
                }
            }
        }
    }

    private void print(TopView view, Rates rates, boolean watched) {
        if (invocation.json()) {
            invocation.say(view.json(rates));
            return;
        }
        List<String> lines = view.lines(rates);
        if (!watched) {
            lines.add(" workers report each five seconds: the right to write lock-info:{workers}:watch is missing");
        }
        invocation.out().print((once ? "" : CLEAR) + String.join("\n", lines) + "\n");
        invocation.out().flush();
    }

    /** A server that does not answer ends one look, but not one that goes on: the next try finds its way anew. */
    private void troubled(CannotAskException e) {
        if (once) {
            throw e;
        }
        invocation.err().println("locks: " + e.getMessage());
    }

    /** Returns what workers tell once all of them have reported again, after two of their intervals at the latest. */
    private static WorkerDirectory later(WorldReader reader, WorkerDirectory before, boolean watched)
            throws InterruptedException {
        long longest = before.workers().stream()
                .mapToLong(worker -> worker.every())
                .max()
                .orElse(A_SECOND);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.min(2 * longest, 20_000));
        while (true) {
            TimeUnit.MILLISECONDS.sleep(watched ? A_SECOND : Math.min(longest, 2 * A_SECOND));
            WorkerDirectory after = reader.workers();
            if (Rates.allReported(before, after) || System.nanoTime() > end) {
                return after;
            }
        }
    }
}
