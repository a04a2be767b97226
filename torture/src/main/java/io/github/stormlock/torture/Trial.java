package io.github.stormlock.torture;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What comes after the faults: the last round, and the evidence. */
final class Trial {
    private static final long SLACK_NANOS = 1_000_000_000L;
    private static final long SECOND = 1_000;
    /** A note of a waiter stands so long, and nothing else of ours longer. */
    private static final long NOTES_MILLIS = 10_500;

    private static final long END_MILLIS = 60_000;

    private final Site site;
    private final Fleet fleet;
    private final Ledger ledger;
    private final boolean oneByOne;

    /** @param oneByOne whether clients have their last round one after another, for locks that their meeting may break */
    Trial(Site site, Fleet fleet, Ledger ledger, boolean oneByOne) {
        this.oneByOne = oneByOne;
        this.site = site;
        this.fleet = fleet;
        this.ledger = ledger;
    }

    /**
     * Ends the work of all clients, lets each commit on all these entries, and gathers what is to be judged.
     *
     * @param unwanted which of the keys that are left should not be
     */
    Evidence end(List<String> entries, Predicate<String> unwanted) throws IOException, InterruptedException {
        long recovery = fleet.timing().lease() + SECOND;
        List<Evidence.FinalRound> finals = new ArrayList<>();
        for (ClientJvm client : fleet.clients()) {
            finals.add(new Evidence.FinalRound(client.name(), entries, System.nanoTime()));
            client.order("end " + recovery + ' ' + String.join(" ", entries));
            if (oneByOne) {
                awaitEnd(client);
            }
        }
        if (!oneByOne) {
            for (ClientJvm client : fleet.clients()) {
                awaitEnd(client);
            }
        }
        List<String> leftovers = leftovers(new HashSet<>(entries), unwanted);
        Map<String, Entry> found = new TreeMap<>();
        for (String entry : entries) {
            found.put(entry, read(entry));
        }
        History history = HistoryReader.read(fleet.histories());
        return new Evidence(history, found, ledger.losses(), ledger.lockLosses(), finals, leftovers, limits(recovery));
    }

    private static void awaitEnd(ClientJvm client) throws InterruptedException {
        String unused = client.expect("ended", END_MILLIS);
    }

    private Evidence.Limits limits(long recovery) {
        ClientConfig.Timing timing = fleet.timing();
        return new Evidence.Limits(
                timing.grant() * 1_000_000, timing.command() * 1_000_000, SLACK_NANOS, recovery * 1_000_000);
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
