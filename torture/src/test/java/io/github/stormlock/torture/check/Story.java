package io.github.stormlock.torture.check;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.HistoryReader;
import io.github.stormlock.torture.history.LockShare;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.history.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * The history of a run in words: parts with a semicolon between them. Times are in milliseconds.
 *
 * <pre>
 * CLIENT WAY[@LOCK] ID FROM[+RAN] OUTCOME [UNTIL [N] [WHY]]      an attempt, of list:1 unless it says otherwise;
 *                                                              a dot is no id; it ran first so long after it began
 * CLIENT holds [reader|TAKEN/SIZE] FROM GRANTED PROMISED [RELEASED [FENCE]]      a hold of list:1
 * CLIENT prolongs PROMISED                                     the last hold
 * CLIENT stood FROM UNTIL                                      its JVM stood still
 * list ID BEFORE, ...  or  hash FIELD=VALUE, ...               what list:1 or hash:1 is at the end
 * lost FROM UNTIL  or  evicted LOCK FROM UNTIL                 what the server lost
 * struck CLIENT FROM UNTIL                                     a fault
 * free FROM UNTIL                                              list:1 was seen to have no lock
 * last CLIENT FROM [CALM]                                      the last round of a client
 * left KEY                                                     a key that is left behind
 * </pre>
 */
final class Story {
    private static final long MILLI = 1_000_000;
    /** A wait of 100 ms, answers within 10 ms, 5 ms of slack, 20 ms for what is free, and 50 ms to recover. */
    private static Evidence.Limits limits(long start) {
        return new Evidence.Limits(100 * MILLI, 10 * MILLI, 5 * MILLI, 20 * MILLI, 50 * MILLI, start);
    }

    private final HistoryReader reader = new HistoryReader();
    /** How long a JVM is new. */
    private long start;

    private final Map<String, Entry> entries = new TreeMap<>();
    private final List<Loss> losses = new ArrayList<>();
    private final Map<String, List<Span>> lockLosses = new HashMap<>();
    private final List<Strike> strikes = new ArrayList<>();
    private final List<Span> unlocked = new ArrayList<>();
    private final List<Evidence.FinalRound> finals = new ArrayList<>();
    private final List<String> leftovers = new ArrayList<>();
    private int attempts;

    /** Returns the cases of a text: a title, and below it stories with the verdicts that they must get. */
    static Stream<Arguments> cases(String text) {
        List<Arguments> cases = new ArrayList<>();
        String title = "";
        StringBuilder story = new StringBuilder();
        for (String line : text.lines().toList()) {
            if (!line.startsWith(" ")) {
                title = line;
            } else if (line.contains(" => ")) {
                String[] parts = story.append(line).toString().split(" => ", 2);
                cases.add(Arguments.of(title, parts[0].strip(), parts[1]));
                story.setLength(0);
            } else {
                story.append(line);
            }
        }
        return cases.stream();
    }

    static Story of(String text) {
        Story story = new Story();
        for (String part : text.split(";")) {
            story.tell(part.strip());
        }
        return story;
    }

    private void tell(String part) {
        String[] words = part.split(" ");
        String rest = part.substring(words[0].length()).strip();
        List<String> items = rest.isEmpty() ? List.of() : List.of(rest.split(", "));
        switch (words[0]) {
            case "list" -> entries.put("list:1", Entry.ofList("list:1", items));
            case "hash" -> {
                Map<String, String> fields = new HashMap<>();
                items.forEach(item -> fields.put(item.split("=")[0], item.split("=")[1]));
                entries.put("hash:1", Entry.ofHash("hash:1", fields));
            }
            case "lost" -> losses.add(new Loss(time(words[1]), time(words[2]), time(words[2]), Set.of()));
            case "evicted" ->
                lockLosses.computeIfAbsent(words[1], any -> new ArrayList<>()).add(span(words, 2));
            case "struck" -> strikes.add(new Strike("fault", words[1], span(words, 2)));
            case "free" -> unlocked.add(span(words, 1));
            case "last" ->
                finals.add(new Evidence.FinalRound(
                        words[1],
                        List.of("list:1"),
                        time(words[2]),
                        words.length > 3 ? time(words[3]) : Long.MAX_VALUE));
            case "new" -> start = time(words[1]);
            case "left" -> leftovers.add(rest);
            default -> did(words[0], words);
        }
    }

    private static long time(String millis) {
        return Long.parseLong(millis) * MILLI;
    }

    private static Span span(String[] words, int from) {
        return new Span(time(words[from]), time(words[from + 1]));
    }

    private void did(String client, String[] words) {
        switch (words[1]) {
            case "holds" -> held(client, List.of(words).subList(2, words.length));
            case "prolongs" ->
                add(client, HistoryLine.Kind.PROLONGED, client + '#' + attempts, "0", time(words[2]), "");
            case "stood" -> add(client, HistoryLine.Kind.GAP, "", words[2], time(words[3]), "");
            default -> tried(client, words);
        }
    }

    private void add(String client, HistoryLine.Kind kind, String op, String at, long n, String why) {
        reader.add(client, HistoryLine.of(kind, op, time(at), n, why));
    }

    private String begun(String client, String id, String lock, String path, String from) {
        String op = client + '#' + ++attempts;
        reader.add(client, new HistoryLine(HistoryLine.Kind.INVOKE, op, id, lock, path, time(from), 0, "", 0));
        return op;
    }

    private void held(String client, List<String> words) {
        boolean counted = words.get(0).contains("/");
        boolean shared = counted || words.get(0).equals("reader");
        String share = shared ? counted ? words.get(0).replace("/", " of ") : LockShare.READER.text() : "";
        List<String> times = shared ? words.subList(1, words.size()) : words;
        String op = begun(client, "", "list:1", shared ? PathNames.PERMITS : PathNames.MUTEX, times.get(0));
        add(client, HistoryLine.Kind.HELD, op, times.get(1), time(times.get(2)), share);
        add(client, HistoryLine.Kind.OK, op, times.get(1), 0, "");
        if (times.size() > 4) {
            add(client, HistoryLine.Kind.FENCE, op, times.get(1), Long.parseLong(times.get(4)), "");
        }
        if (times.size() > 3) {
            add(client, HistoryLine.Kind.RELEASE, op, times.get(3), 0, "");
        }
    }

    private void tried(String client, String[] words) {
        String[] way = words[1].split("@");
        String[] from = words[3].split("\\+");
        String id = words[2].equals(".") ? "" : words[2];
        String op = begun(client, id, way.length > 1 ? way[1] : "list:1", way[0], from[0]);
        HistoryLine.Kind outcome = HistoryLine.Kind.valueOf(words[4].toUpperCase(Locale.ROOT));
        if (words.length > 5) {
            boolean numbered = words.length > 6 && words[6].matches("\\d+");
            String why = String.join(" ", List.of(words).subList(numbered ? 7 : 6, words.length));
            String told = why.isEmpty() && outcome == HistoryLine.Kind.FAILED ? "LockTimeout" : why;
            long ran = from.length > 1 ? time(from[0]) + time(from[1]) : 0;
            long n = numbered ? Long.parseLong(words[6]) : 0;
            reader.add(client, new HistoryLine(outcome, op, "", "", "", time(words[5]), n, told, ran));
        }
    }

    Evidence evidence() {
        return new Evidence(
                reader.history(),
                entries,
                losses,
                lockLosses,
                strikes,
                Map.of("list:1", unlocked),
                finals,
                leftovers,
                limits(start));
    }

    /** Returns the kinds of violations that the checks find, the worst first, and then what the first of them says. */
    String verdict() {
        List<Violation> found = Checker.judge(evidence());
        if (found.isEmpty()) {
            return "clean";
        }
        Map<Violation.Kind, Long> counts =
                found.stream().collect(groupingBy(Violation::kind, TreeMap::new, counting()));
        String kinds = counts.entrySet().stream()
                .map(count -> count.getKey() + (count.getValue() > 1 ? " x" + count.getValue() : ""))
                .collect(joining(", "));
        Violation worst = found.get(0);
        return kinds + ": " + worst.what() + ", " + worst.witness().size() + " witnesses " + worst.witness();
    }
}
