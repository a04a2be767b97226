package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.HistoryReader;
import io.github.stormlock.torture.history.LockShare;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.history.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Builds histories by hand. Times are in milliseconds. */
final class HistoryBuilder {
    private static final long MILLI = 1_000_000;

    private final HistoryReader reader = new HistoryReader();
    private final Map<String, Entry> entries = new TreeMap<>();
    private final List<Loss> losses = new ArrayList<>();
    private final Map<String, List<Span>> lockLosses = new HashMap<>();
    private final List<Strike> strikes = new ArrayList<>();
    private final Map<String, List<Span>> unlocked = new HashMap<>();
    private final List<Evidence.FinalRound> finals = new ArrayList<>();
    private final List<String> leftovers = new ArrayList<>();
    private int attempts;

    /** Adds an attempt at an update of {@code list:1}. */
    HistoryBuilder update(String client, String id, long from, HistoryLine.Kind outcome, long to, long n) {
        return update(client, id, PathNames.ONCE, from, outcome, to, n, "");
    }

    HistoryBuilder update(
            String client, String id, String path, long from, HistoryLine.Kind outcome, long to, long n, String why) {
        return ran(client, id, path, from, 0, outcome, to, n, why);
    }

    /** Adds an attempt whose update ran first at the moment {@code ran}. */
    HistoryBuilder ran(
            String client,
            String id,
            String path,
            long from,
            long ran,
            HistoryLine.Kind outcome,
            long to,
            long n,
            String why) {
        String op = client + '#' + ++attempts;
        reader.add(client, new HistoryLine(HistoryLine.Kind.INVOKE, op, id, "list:1", path, from * MILLI, 0, "", 0));
        if (to > 0) {
            reader.add(client, new HistoryLine(outcome, op, "", "", "", to * MILLI, n, why, ran * MILLI));
        }
        return this;
    }

    HistoryBuilder ok(String client, String id, long from, long to, long n) {
        return update(client, id, from, HistoryLine.Kind.OK, to, n);
    }

    /** Adds a hold of {@code list:1}. */
    HistoryBuilder hold(String client, long asked, long granted, long promised, long released, long fence) {
        String op = client + '#' + ++attempts;
        reader.add(
                client,
                new HistoryLine(HistoryLine.Kind.INVOKE, op, "", "list:1", PathNames.MUTEX, asked * MILLI, 0, "", 0));
        reader.add(client, HistoryLine.of(HistoryLine.Kind.HELD, op, granted * MILLI, promised * MILLI, ""));
        reader.add(client, HistoryLine.of(HistoryLine.Kind.OK, op, granted * MILLI, 0, ""));
        if (fence != 0) {
            reader.add(client, HistoryLine.of(HistoryLine.Kind.FENCE, op, (granted + 1) * MILLI, fence, ""));
        }
        if (released > 0) {
            reader.add(client, HistoryLine.of(HistoryLine.Kind.RELEASE, op, released * MILLI, 0, ""));
        }
        return this;
    }

    /** Adds a hold of {@code list:1} by a reader, or of some permits; 0 for a release means that there was none. */
    HistoryBuilder share(String client, LockShare share, long asked, long granted, long promised, long released) {
        String op = client + '#' + ++attempts;
        reader.add(
                client,
                new HistoryLine(HistoryLine.Kind.INVOKE, op, "", "list:1", PathNames.PERMITS, asked * MILLI, 0, "", 0));
        reader.add(client, HistoryLine.of(HistoryLine.Kind.HELD, op, granted * MILLI, promised * MILLI, share.text()));
        reader.add(client, HistoryLine.of(HistoryLine.Kind.OK, op, granted * MILLI, 0, ""));
        if (released > 0) {
            reader.add(client, HistoryLine.of(HistoryLine.Kind.RELEASE, op, released * MILLI, 0, ""));
        }
        return this;
    }

    /** Adds what the last hold's lease promised later. */
    HistoryBuilder prolonged(String client, long promised) {
        reader.add(
                client, HistoryLine.of(HistoryLine.Kind.PROLONGED, client + '#' + attempts, 0, promised * MILLI, ""));
        return this;
    }

    /** Adds an attempt at another lock or latch than {@code list:1}. */
    HistoryBuilder at(
            String name, String client, String id, String path, long from, HistoryLine.Kind outcome, long to, long n) {
        String op = client + '#' + ++attempts;
        reader.add(client, new HistoryLine(HistoryLine.Kind.INVOKE, op, id, name, path, from * MILLI, 0, "", 0));
        if (to > 0) {
            String why = outcome == HistoryLine.Kind.FAILED ? "LockTimeout" : "";
            reader.add(client, new HistoryLine(outcome, op, "", "", "", to * MILLI, n, why, 0));
        }
        return this;
    }

    HistoryBuilder stood(String client, long from, long to) {
        reader.add(client, HistoryLine.of(HistoryLine.Kind.GAP, "", from * MILLI, to * MILLI, ""));
        return this;
    }

    /** Adds the list {@code list:1} as it was found, with elements such as {@code id before}. */
    HistoryBuilder list(String... elements) {
        entries.put("list:1", Entry.ofList("list:1", List.of(elements)));
        return this;
    }

    HistoryBuilder hash(Map<String, String> fields) {
        entries.put("hash:1", Entry.ofHash("hash:1", fields));
        return this;
    }

    HistoryBuilder serverLost(long from, long to) {
        losses.add(new Loss(from * MILLI, to * MILLI, to * MILLI, Set.of()));
        return this;
    }

    HistoryBuilder lockLost(String lock, long from, long to) {
        lockLosses.computeIfAbsent(lock, any -> new ArrayList<>()).add(new Span(from * MILLI, to * MILLI));
        return this;
    }

    HistoryBuilder struck(String client, long from, long to) {
        strikes.add(new Strike("fault", client, new Span(from * MILLI, to * MILLI)));
        return this;
    }

    /** Adds a time when {@code list:1} was seen to have no lock. */
    HistoryBuilder unlocked(long from, long to) {
        unlocked.computeIfAbsent("list:1", any -> new ArrayList<>()).add(new Span(from * MILLI, to * MILLI));
        return this;
    }

    HistoryBuilder lastRound(String client, long from) {
        return lastRound(client, from, Long.MAX_VALUE / MILLI);
    }

    HistoryBuilder lastRound(String client, long from, long calmFrom) {
        finals.add(new Evidence.FinalRound(client, List.of("list:1"), from * MILLI, calmFrom * MILLI));
        return this;
    }

    HistoryBuilder left(String key) {
        leftovers.add(key);
        return this;
    }

    /**
     * Judges the history with a wait of 100 ms, answers within 10 ms, 5 ms of slack, 20 ms for what is free, and 50 ms to
     * recover.
     */
    Verdict judged() {
        return new Verdict(Checker.judge(evidence()));
    }

    Evidence evidence() {
        Evidence.Limits limits = new Evidence.Limits(100 * MILLI, 10 * MILLI, 5 * MILLI, 20 * MILLI, 50 * MILLI);
        return new Evidence(
                reader.history(), entries, losses, lockLosses, strikes, unlocked, finals, leftovers, limits);
    }

    Set<Violation.Kind> kinds() {
        return judged().counts().keySet();
    }
}
