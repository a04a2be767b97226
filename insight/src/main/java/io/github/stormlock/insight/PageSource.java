package io.github.stormlock.insight;

import io.github.stormlock.insight.explain.EntryFacts;
import io.github.stormlock.insight.explain.Facts;
import io.github.stormlock.insight.explain.Investigation;
import io.github.stormlock.insight.explain.StateTable;
import io.github.stormlock.insight.page.ShellWord;
import io.github.stormlock.insight.page.state.LockText;
import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.StateSource;
import io.github.stormlock.insight.read.Deadlock;
import io.github.stormlock.insight.read.DeadlockSearch;
import io.github.stormlock.insight.read.LockView.Grip;
import io.github.stormlock.insight.read.LookLimits;
import io.github.stormlock.insight.read.World;
import io.github.stormlock.insight.read.WorldReader;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.insight.redis.WalkLimits;
import io.github.stormlock.lock.insight.LockNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads from Redis all that the page shows. Each look walks over all keys, unless they are many, since no worker
 * names a stranger's lock. Thread-safe as a {@link StateSource} has to be.
 */
final class PageSource implements StateSource {
    private static final long WATCH_NANOS = 4_000_000_000L;
    private static final int MOST_NODES = 6;
    private static final LookLimits WALKING =
            new LookLimits(LookLimits.Scan.IF_SMALL, new WalkLimits(Duration.ofSeconds(2), 0.5));

    private final RedisServers servers;
    private final LockNames names;
    private final WorldReader reader;
    private final DeadlockSearch search = new DeadlockSearch();
    private final PageTotals totals = new PageTotals();
    private long watched = System.nanoTime() - WATCH_NANOS;
    private volatile List<Deadlock> deadlocks = List.of();

    PageSource(RedisServers servers, String keyPrefix) {
        this.servers = servers;
        this.names = LockNames.of(keyPrefix);
        this.reader = new WorldReader(servers, keyPrefix);
    }

    @Override
    public PageState state() {
        watch();
        World world = reader.look(WALKING);
        List<Deadlock> found = search.confirmed(world.workers(), world.locks());
        deadlocks = found;
        totals.take(world.workers());
        PageRows rows = new PageRows(world, found, totals);
        return new PageState(
                where(),
                rows.workers(),
                totals.totals(),
                rows.locks(),
                rows.edges(),
                rows.hot(),
                found.stream().map(Deadlock::words).toList());
    }

    @Override
    public LockText lock(String entry) {
        Facts facts = Investigation.of(reader, entry, deadlocks);
        EntryFacts beside = EntryFacts.read(servers, names, entry, Optional.empty());
        String text = String.join("\n", new ExplainText(facts, beside, StateTable.judge(facts)).lines());
        List<String> commands = new ArrayList<>(List.of("locks explain " + ShellWord.of(entry)));
        if (facts.lock().grip() == Grip.HELD || facts.lock().grip() == Grip.STRANGER) {
            commands.add("locks break " + ShellWord.of(entry));
        }
        return new LockText(text, commands);
    }

    /** Lets workers report each second. Where the right is missing they report each five, and the page shows that. */
    private void watch() {
        if (System.nanoTime() - watched >= WATCH_NANOS) {
            watched = System.nanoTime();
            reader.watch();
        }
    }

    /** Returns the servers in words, without a password. */
    private String where() {
        String nodes = servers.config().nodes().stream()
                .limit(MOST_NODES)
                .map(node -> node.host() + ":" + node.port())
                .collect(Collectors.joining(", "));
        return nodes + " (" + servers.config().mode().name().toLowerCase(Locale.ROOT) + ")";
    }
}
