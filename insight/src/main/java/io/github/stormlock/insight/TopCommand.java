package io.github.stormlock.insight;

import io.github.stormlock.insight.read.Rates;
import io.github.stormlock.insight.read.WorkerDirectory;
import io.github.stormlock.insight.read.WorldReader;
import io.github.stormlock.insight.redis.CannotAskException;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.insight.terminal.Keyboard;
import io.github.stormlock.insight.terminal.TerminalKeyboard;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what workers do each second, and which entries are hot. */
@Command(name = "top", mixinStandardHelpOptions = true)
final class TopCommand implements Callable<Integer> {
    /** The looks in which an entry counts as hot. The table stands still enough to be read. */
    private static final int LOOKS = 5;

    private static final long A_SECOND = 1_000;

    private final Invocation invocation;
    private final Supplier<Keyboard> keyboards;

    @Option(names = "--once", description = "print one look and end")
    private boolean once;

    @Option(names = "--sort", paramLabel = "BY")
    private TopView.Order sort = TopView.Order.updates;

    @Option(names = "--filter", paramLabel = "TEXT", description = "only entries with this in their keys")
    private String filter = "";

    @Option(names = "--limit", paramLabel = "N", description = "the most entries (default: ${DEFAULT-VALUE})")
    private int limit = 20;

    TopCommand(Invocation invocation) {
        this(invocation, TerminalKeyboard::open);
    }

    /** @param keyboards opens the keyboard, if the looks go on */
    TopCommand(Invocation invocation, Supplier<Keyboard> keyboards) {
        this.invocation = invocation;
        this.keyboards = keyboards;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (limit < 0) {
            throw new IllegalArgumentException("--limit must be 0 or more");
        }
        try (RedisServers servers = invocation.servers();
                Keyboard keyboard = once || invocation.json() ? Keyboard.OF_NOBODY : keyboards.get()) {
            TopView view = new TopView(sort, filter, limit, once);
            TopScreen screen = new TopScreen(invocation, view, keyboard);
            WorldReader reader = new WorldReader(servers, invocation.keyPrefix());
            boolean watched = reader.watch();
            WorkerDirectory before = reader.workers();
            Deque<WorkerDirectory> looks = new ArrayDeque<>();
            while (true) {
                try {
                    Optional<WorkerDirectory> after = later(reader, before, watched, screen);
                    if (after.isEmpty()) {
                        return Invocation.DONE;
                    }
                    looks.addLast(after.get());
                    if (looks.size() > LOOKS) {
                        looks.removeFirst();
                    }
                    screen.show(Rates.between(before, List.copyOf(looks)), watched);
                    if (once) {
                        return Invocation.DONE;
                    }
                    before = after.get();
                    watched = reader.watch();
                } catch (CannotAskException e) {
                    troubled(e);
                }
            }
        }
    }

    /** A server that does not answer ends one look, but not one that goes on: the next try finds its way anew. */
    private void troubled(CannotAskException e) {
        if (once) {
            throw e;
        }
        invocation.err().println("locks: " + e.getMessage());
    }

    /**
     * Returns what workers tell once all of them have reported again, after two of their intervals at the latest; empty if the
     * person has seen enough.
     */
    private static Optional<WorkerDirectory> later(
            WorldReader reader, WorkerDirectory before, boolean watched, TopScreen screen) throws InterruptedException {
        long longest = before.workers().stream()
                .mapToLong(worker -> worker.every())
                .max()
                .orElse(A_SECOND);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.min(2 * longest, 20_000));
        while (screen.stands(watched ? A_SECOND : Math.min(longest, 2 * A_SECOND))) {
            WorkerDirectory after = reader.workers();
            if (Rates.allReported(before, after) || System.nanoTime() > end) {
                return Optional.of(after);
            }
        }
        return Optional.empty();
    }
}
