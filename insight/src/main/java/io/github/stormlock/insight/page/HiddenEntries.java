package io.github.stormlock.insight.page;

import io.github.stormlock.insight.page.state.LockRow;
import io.github.stormlock.insight.page.state.LockText;
import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.StateSource;
import io.github.stormlock.insight.page.state.WaitEdge;
import io.github.stormlock.insight.read.EntryDigest;
import io.github.stormlock.insight.read.Rates.OfEntry;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.lock.insight.LockNames;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A source that shows digests in place of entries, as workers do with {@code storm.lock.insight.entries: digests}. A lock is
 * asked for by its digest, and only one that the last state had: nobody tries out names. Thread-safe.
 *
 * <p>Texts are free of the entries of the last state. A name that somebody can guess can be compared with its digest.
 */
final class HiddenEntries implements StateSource {
    private static final LockNames NAMES = LockNames.of("");
    /** The fewest characters of an entry that are left at both ends of a key that is cut. */
    private static final int LEFT_OF_CUT = 8;

    private final StateSource source;
    private volatile Map<String, String> digests = Map.of();

    HiddenEntries(StateSource source) {
        this.source = source;
    }

    @Override
    public PageState state() {
        PageState state = source.state();
        Map<String, String> seen = new LinkedHashMap<>();
        List<WaitEdge> edges =
                state.edges().stream().map(edge -> hidden(edge, seen)).toList();
        List<OfEntry> hot = state.hot().stream().map(line -> hidden(line, seen)).toList();
        state.locks().forEach(row -> seen.put(row.entry(), digest(row.entry())));
        digests = Map.copyOf(seen);
        Hider hider = new Hider(seen);
        return new PageState(
                state.redis(),
                state.workers(),
                state.totals(),
                state.locks().stream().map(row -> hidden(row, hider)).toList(),
                edges,
                hot,
                state.timedOut().stream().map(HiddenEntries::digest).toList(),
                state.deadlocks().stream().map(hider::without).toList());
    }

    @Override
    public LockText lock(String digest) {
        Map<String, String> seen = digests;
        return seen.entrySet().stream()
                .filter(each -> each.getValue().equals(digest))
                .findFirst()
                .map(each -> new LockText(text(each.getKey(), new Hider(seen)), List.of()))
                .orElseGet(() -> new LockText("There is no such lock now.", List.of()));
    }

    /** Returns the text of a lock without its entry. Of a long key a text has only the ends. */
    private String text(String entry, Hider hider) {
        String text = source.lock(entry).text();
        String end = Shown.text(ending(entry), Integer.MAX_VALUE / 4);
        if (end.length() > 2 * LEFT_OF_CUT) {
            String last = "[^\n]*?" + Pattern.quote(end.substring(end.length() - LEFT_OF_CUT));
            for (String first : List.of(Pattern.quote(end.substring(0, LEFT_OF_CUT)) + "[^\n…]*…", "[^\\s…]*…")) {
                text = Pattern.compile(first + last).matcher(text).replaceAll(digest(entry));
            }
        }
        return hider.without(text);
    }

    /** Returns the end that the keys of a lock have in common. It may have a part of the entry twice. */
    private static String ending(String entry) {
        return NAMES.lock(entry).substring(NAMES.lock(entry).indexOf(':') + 1);
    }

    /** Takes entries out of texts, in all forms in which texts have them, the longest first: one may begin with another. */
    private static final class Hider {
        private final Map<String, String> digests = new HashMap<>();
        private final Pattern names;

        Hider(Map<String, String> entries) {
            entries.forEach((entry, digest) -> {
                String end = ending(entry);
                List.of(entry, end, ShellWord.of(entry), Shown.text(entry), Shown.text(end))
                        .forEach(form -> digests.put(form, digest));
            });
            this.names = Pattern.compile(digests.keySet().stream()
                    .filter(name -> !name.isEmpty())
                    .sorted(Comparator.comparingInt(String::length).reversed())
                    .map(Pattern::quote)
                    .collect(Collectors.joining("|", "(?:", ")")));
        }

        String without(String text) {
            return text.isEmpty() || digests.isEmpty()
                    ? text
                    : names.matcher(text).replaceAll(name -> digests.getOrDefault(name.group(), ""));
        }
    }

    private static LockRow hidden(LockRow row, Hider hider) {
        return new LockRow(
                digest(row.entry()),
                row.kind(),
                row.held(),
                row.heldFor(),
                row.endsIn(),
                hider.without(row.holder()),
                row.waitingInRedis(),
                row.waitingInside(),
                row.level(),
                row.word(),
                hider.without(row.note()));
    }

    private static WaitEdge hidden(WaitEdge edge, Map<String, String> seen) {
        String digest = seen.computeIfAbsent(edge.entry(), HiddenEntries::digest);
        return new WaitEdge(edge.waiter(), digest, edge.holder(), edge.count(), edge.cycle());
    }

    private static OfEntry hidden(OfEntry line, Map<String, String> seen) {
        return new OfEntry(
                seen.computeIfAbsent(line.entry(), HiddenEntries::digest),
                line.updates(),
                line.perGroup(),
                line.waits(),
                line.waitMicros(),
                line.busyMicros(),
                line.misses(),
                line.queue(),
                line.share());
    }

    private static String digest(String entry) {
        // A worker may have hidden it already.
        return EntryDigest.isOne(entry) ? entry : EntryDigest.of(entry);
    }
}
