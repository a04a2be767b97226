package io.github.stormlock.torture.run;

import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.History;
import io.github.stormlock.torture.history.HistoryReader;
import io.github.stormlock.torture.history.Span;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Keys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What comes after the faults: the last round, and the evidence. */
public final class Trial {
    private static final long SLACK_NANOS = 1_000_000_000L;
    /** Nobody waits longer for an entry that is free. */
    private static final long FREE_NANOS = 1_000_000_000L;

    private static final long SECOND = 1_000;
    /** So much longer clients try than they may take: whether they get there at all is another question than when. */
    private static final int PATIENCE = 5;
    /** A note of a waiter stands so long, and nothing else of ours longer. */
    private static final long NOTES_MILLIS = 10_500;

    private static final long END_MILLIS = 60_000;

    private final Site site;
    private final Fleet fleet;
    private final Ledger ledger;
    private final List<Evidence.FinalRound> finals = new ArrayList<>();
    private final List<String> leftovers = new ArrayList<>();

    public Trial(Site site, Fleet fleet, Ledger ledger) {
        this.site = site;
        this.fleet = fleet;
        this.ledger = ledger;
    }

    /**
     * Ends the work of all clients, and lets each commit on all these entries: twice, since how long that takes without a
     * fault before it is the machine's doing.
     *
     * @param unwanted which of the keys that are left should not be
     */
    public void endWork(List<String> entries, Predicate<String> unwanted) throws InterruptedException {
        Map<String, Long> begun = round(entries, PATIENCE * recovery());
        Map<String, Long> calm = round(entries, PATIENCE * recovery());
        begun.forEach((client, from) ->
                finals.add(new Evidence.FinalRound(client, entries, from, calm.getOrDefault(client, Long.MAX_VALUE))));
        leftovers.addAll(leftovers(new HashSet<>(entries), unwanted));
    }

    /** As {@link #endWork}, once, for locks that may be broken: by their meeting too, so one client after another. */
    public void endOneByOne(List<String> entries, Predicate<String> unwanted) throws InterruptedException {
        for (ClientJvm client : fleet.clients()) {
            finals.add(new Evidence.FinalRound(client.name(), entries, System.nanoTime(), Long.MAX_VALUE));
            end(client, entries, recovery());
            awaitEnd(client);
        }
        leftovers.addAll(leftovers(new HashSet<>(entries), unwanted));
    }

    /** When each client began. */
    private Map<String, Long> round(List<String> entries, long millis) throws InterruptedException {
        Map<String, Long> begun = new HashMap<>();
        for (ClientJvm client : fleet.clients()) {
            begun.put(client.name(), System.nanoTime());
            end(client, entries, millis);
        }
        for (ClientJvm client : fleet.clients()) {
            awaitEnd(client);
        }
        return begun;
    }

    private static void end(ClientJvm client, List<String> entries, long millis) {
        client.order("end " + millis + ' ' + String.join(" ", entries));
    }

    /** Gathers what is to be judged. */
    public Evidence evidence(List<String> entries) throws IOException {
        return evidence(entries, Map.of());
    }

    /** As {@link #evidence(List)}, with what was seen of the locks of some entries. */
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

    private static void awaitEnd(ClientJvm client) throws InterruptedException {
        String unused = client.expect("ended", END_MILLIS);
    }

    private Evidence.Limits limits() {
        ClientConfig.Timing timing = fleet.timing();
        return new Evidence.Limits(
                timing.grant() * 1_000_000,
                timing.command() * 1_000_000,
                SLACK_NANOS,
                FREE_NANOS,
                recovery() * 1_000_000);
    }

    private Entry read(String entry) {
        return Keys.isList(entry)
                ? Entry.ofList(entry, site.admin(entry, redis -> redis.lrange(entry, 0, -1)))
                : Entry.ofHash(entry, site.admin(entry, redis -> redis.hgetAll(entry)));
    }

    private List<String> leftovers(Set<String> entries, Predicate<String> unwanted) throws InterruptedException {
        long end = System.nanoTime() + (NOTES_MILLIS + fleet.timing().lease()) * 1_000_000;
        List<String> left = site.leftovers(entries).stream().filter(unwanted).toList();
        while (!left.isEmpty() && System.nanoTime() - end < 0) {
            Thread.sleep(100);
            left = site.leftovers(entries).stream().filter(unwanted).toList();
        }
        return left;
    }
}
