package io.github.stormlock.torture.run;

import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.History;
import io.github.stormlock.torture.history.HistoryReader;
import io.github.stormlock.torture.history.Span;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Ends a run when the faults are over: the last round, and the evidence. */
public final class Trial {
    private static final long SLACK_NANOS = 1_000_000_000L;
    /** The longest time for which a client may wait for an entry that is free. */
    private static final long FREE_NANOS = 1_000_000_000L;

    private static final long SECOND = 1_000;
    /**
     * Clients try this many times longer than they may take. So an update that is late can be told from one that never
     * comes.
     */
    private static final int LONGEST_WAIT = 5;
    /** The time for which the note of a waiter stands. No other key of a lock stands longer, except for marks and fences. */
    private static final long NOTES_MILLIS = 10_500;

    private static final long END_MILLIS = 60_000;

    private final ServerSetup setup;
    private final Fleet fleet;
    private final Ledger ledger;
    private final List<Evidence.FinalRound> finals = new ArrayList<>();
    private final List<String> leftovers = new ArrayList<>();

    public Trial(ServerSetup setup, Fleet fleet, Ledger ledger) {
        this.setup = setup;
        this.fleet = fleet;
        this.ledger = ledger;
    }

    /**
     * Ends the work of all clients, and lets each commit on all these entries, twice. The second time shows how long that
     * takes on this machine without a fault before it.
     *
     * @param entries the keys of the entries
     * @param unwanted a test for keys that should not be left
     */
    public void endWork(List<String> entries, Predicate<String> unwanted) throws InterruptedException {
        Map<String, Long> begun = round(entries, LONGEST_WAIT * recovery());
        Map<String, Long> calm = round(entries, LONGEST_WAIT * recovery());
        begun.forEach((client, from) ->
                finals.add(new Evidence.FinalRound(client, entries, from, calm.getOrDefault(client, Long.MAX_VALUE))));
        leftovers.addAll(leftovers(new HashSet<>(entries), unwanted));
    }

    /** Runs one round, and returns the time when each client began. */
    private Map<String, Long> round(List<String> entries, long millis) throws InterruptedException {
        Map<String, Long> begun = new HashMap<>();
        for (ClientJvm client : fleet.clients()) {
            begun.put(client.name(), System.nanoTime());
            client.order("end " + millis + ' ' + String.join(" ", entries));
        }
        for (ClientJvm client : fleet.clients()) {
            client.expect("ended", END_MILLIS);
        }
        return begun;
    }

    /** Gathers the evidence of the run, with the times when some entries were seen without a lock. */
    public Evidence evidence(List<String> entries, Map<String, List<Span>> unlocked) throws IOException {
        Map<String, Entry> found = new TreeMap<>();
        for (String entry : entries) {
            found.put(entry, read(entry));
        }
        History history = HistoryReader.read(fleet.histories());
        return new Evidence(
                history,
                found,
                ledger.losses(),
                ledger.lockLosses(),
                ledger.strikes(),
                unlocked,
                finals,
                leftovers,
                limits());
    }

    private long recovery() {
        return fleet.timing().lease() + SECOND;
    }

    private Evidence.Limits limits() {
        ClientConfig.Timing timing = fleet.timing();
        return new Evidence.Limits(
                timing.grant() * 1_000_000,
                timing.command() * 1_000_000,
                SLACK_NANOS,
                FREE_NANOS,
                recovery() * 1_000_000,
                recovery() * 1_000_000);
    }

    private Entry read(String entry) {
        return RunKeys.isList(entry)
                ? Entry.ofList(entry, setup.admin(entry, redis -> redis.lrange(entry, 0, -1)))
                : Entry.ofHash(entry, setup.admin(entry, redis -> redis.hgetAll(entry)));
    }

    private List<String> leftovers(Set<String> entries, Predicate<String> unwanted) throws InterruptedException {
        long end = System.nanoTime() + (NOTES_MILLIS + fleet.timing().lease()) * 1_000_000;
        List<String> left = setup.leftovers(entries).stream().filter(unwanted).toList();
        while (!left.isEmpty() && System.nanoTime() - end < 0) {
            Thread.sleep(100);
            left = setup.leftovers(entries).stream().filter(unwanted).toList();
        }
        return left;
    }
}
