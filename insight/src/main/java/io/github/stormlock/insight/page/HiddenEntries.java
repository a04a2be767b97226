package io.github.stormlock.insight.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A source that shows digests in place of entries, as workers do with {@code storm.lock.insight.entries: digests}. A lock is
 * asked for by its digest, and only one that the last state had: nobody tries out names. Thread-safe.
 *
 * <p>Texts are free of the entries of the last state. A name that somebody can guess can be compared with its digest.
 */
final class HiddenEntries implements StateSource {
    private static final int DIGITS = 16;

    private final StateSource source;
    private volatile Map<String, String> entries = Map.of();

    HiddenEntries(StateSource source) {
        this.source = source;
    }

    @Override
    public PageState state() {
        PageState state = source.state();
        Map<String, String> seen = new LinkedHashMap<>();
        PageState hidden = new PageState(
                state.redis(),
                state.workers(),
                state.totals(),
                state.locks().stream().map(row -> hidden(row, seen)).toList(),
                state.edges().stream().map(edge -> hidden(edge, seen)).toList(),
                state.hot().stream().map(row -> hidden(row, seen)).toList(),
                List.of());
        entries = Map.copyOf(seen);
        return new PageState(
                hidden.redis(),
                hidden.workers(),
                hidden.totals(),
                hidden.locks(),
                hidden.edges(),
                hidden.hot(),
                state.deadlocks().stream().map(text -> without(seen, text)).toList());
    }

    @Override
    public LockText lock(String digest) {
        Map<String, String> seen = entries;
        String entry = seen.get(digest);
        if (entry == null) {
            return new LockText("There is no such lock now.", List.of());
        }
        return new LockText(without(seen, source.lock(entry).text()), List.of());
    }

    /** Returns a text with digests in place of entries, the longest first: one may begin with another. */
    private static String without(Map<String, String> seen, String text) {
        String hidden = text;
        List<Map.Entry<String, String>> longest = seen.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<String, String> known) ->
                                known.getValue().length())
                        .reversed())
                .toList();
        for (Map.Entry<String, String> known : longest) {
            hidden = hidden.replace(known.getValue(), known.getKey());
        }
        return hidden;
    }

    private static LockRow hidden(LockRow row, Map<String, String> seen) {
        return new LockRow(
                digest(row.entry(), seen),
                row.kind(),
                row.held(),
                row.heldFor(),
                row.endsIn(),
                row.holder(),
                row.waitingInRedis(),
                row.waitingInside(),
                row.level(),
                row.word(),
                row.note());
    }

    private static WaitEdge hidden(WaitEdge edge, Map<String, String> seen) {
        return new WaitEdge(edge.waiter(), digest(edge.entry(), seen), edge.holder(), edge.count(), edge.cycle());
    }

    private static HotRow hidden(HotRow row, Map<String, String> seen) {
        return new HotRow(
                digest(row.entry(), seen), row.updates(), row.waits(), row.group(), row.queue(), row.meanWait());
    }

    private static String digest(String entry, Map<String, String> seen) {
        if (entry.matches("#[0-9a-f]{" + DIGITS + "}")) {
            // A worker has hidden it already.
            seen.put(entry, entry);
            return entry;
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(entry.getBytes(StandardCharsets.UTF_8));
            String shown = "#" + HexFormat.of().formatHex(digest).substring(0, DIGITS);
            seen.put(shown, entry);
            return shown;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JDK has SHA-256", e);
        }
    }
}
