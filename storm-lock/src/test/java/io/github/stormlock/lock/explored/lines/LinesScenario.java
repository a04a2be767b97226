package io.github.stormlock.lock.explored.lines;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Who submits which updates, and what may happen meanwhile. It is made of a text such as
 * {@code "p1: a ab | q1: b! | c1: a | busy=1 clock"}: its parts are owners and words.
 *
 * <p>The first owner is a task of bolt p. It submits an update of entry a, then one of entries a and b. The update of the
 * second owner hangs when it is computed. Owners whose names begin with c are callers, with one update each. {@code p1*}
 * submits for ever. {@code q1<p1} submits an update for each one of p1 that was told; it has room for one more. An update
 * with {@code ?} may be left at the end, and so may one that hangs. One with {@code ~} waits for locks in vain at some
 * time.
 *
 * <p>The words are
 * <ul>
 *   <li>{@code busy=n}, {@code again=n}, {@code rests=n}: so often a lock is taken outside, a round is cut, or it has no
 *       answer;
 *   <li>{@code at=ab}: the locks of these entries alone are taken outside; {@code held}: they may stay so for ever;
 *   <li>{@code giveUp=n}: so many callers wait in vain; {@code alone=n}: so often no thread is left to wait for a lock;
 *   <li>{@code close=p1,q1}: these tasks may end;
 *   <li>{@code clock}: time passes; {@code idle}: threads that sleep may end; {@code slow=p}: this bolt may be behind;
 *       {@code quick=q}: no round of this one takes long;
 *   <li>{@code asks}: a round waits for its server in a step of its own, and one that hangs does so before;
 *   <li>{@code round=n}, {@code lines=n}: a round takes so many updates, of so many entries;
 *   <li>{@code threads=n}: a bolt has so many threads; otherwise one more than tasks;
 *   <li>{@code open=n}: an owner that takes results may have so many updates open; {@code stuck=p1}: who takes the results
 *       of p1 takes none for ever.
 * </ul>
 */
final class LinesScenario {
    /** What may happen a few times. */
    enum Trouble {
        BUSY,
        AGAIN,
        RESTS,
        GIVE_UP,
        ALONE
    }

    static final int CALLERS = 0;
    private static final List<List<Integer>> SETS =
            IntStream.range(0, 16).mapToObj(LinesScenario::numbers).toList();
    private static final int NOBODY = -1;

    private final List<String> owners = new ArrayList<>();
    private final List<String> lanes = new ArrayList<>(List.of("c"));
    private final List<Integer> laneOf = new ArrayList<>();
    private final List<Integer> ownerOf = new ArrayList<>();
    private final List<Integer> entriesOf = new ArrayList<>();
    private final List<String> marks = new ArrayList<>();
    private final List<List<Integer>> programs = new ArrayList<>();
    private final Map<String, String> words = new HashMap<>();
    private final Set<LinesRule> broken = EnumSet.noneOf(LinesRule.class);
    private int all;
    private int round;
    private int entriesInRound;
    private boolean hasClock;
    private boolean asks;
    private boolean isOpenEnded;

    static LinesScenario of(String text) {
        LinesScenario scenario = new LinesScenario();
        for (String part : text.split(" \\| ")) {
            String[] named = part.split(": ");
            if (named.length > 1) {
                scenario.owner(named[0], named[1].split(" "));
            } else {
                for (String word : part.split(" ")) {
                    String[] pair = (word + "=1").split("=");
                    scenario.words.put(pair[0], pair[1]);
                }
            }
        }
        scenario.round = scenario.number("round", 2);
        scenario.entriesInRound = scenario.number("lines", 2);
        scenario.hasClock = scenario.has("clock");
        scenario.asks = scenario.has("asks");
        scenario.isOpenEnded =
                scenario.marks.stream().anyMatch(mark -> !mark.replace("~", "").isEmpty());
        return scenario;
    }

    private void owner(String name, String... updates) {
        String bolt = name.substring(0, 1);
        if (!lanes.contains(bolt)) {
            lanes.add(bolt);
        }
        List<Integer> program = new ArrayList<>();
        for (String update : updates) {
            int entries = 0;
            for (char entry : update.replaceAll("\\W", "").toCharArray()) {
                entries |= 1 << (entry - 'a');
            }
            program.add(ownerOf.size());
            ownerOf.add(owners.size());
            entriesOf.add(entries);
            marks.add(update.replaceAll("\\w", "") + (name.contains("*") ? "*" : ""));
            all |= entries;
        }
        owners.add(name);
        laneOf.add(lanes.indexOf(bolt));
        programs.add(program);
    }

    LinesScenario without(LinesRule rule) {
        broken.add(rule);
        return this;
    }

    boolean holds(LinesRule rule) {
        return !broken.contains(rule);
    }

    boolean has(String word) {
        return words.containsKey(word);
    }

    /** Returns how many updates a round takes. */
    int round() {
        return round;
    }

    /** Returns of how many entries a round takes. */
    int entriesInRound() {
        return entriesInRound;
    }

    /** Returns true if time passes. */
    boolean hasClock() {
        return hasClock;
    }

    /** Returns true if a round waits for its server in a step of its own. */
    boolean asks() {
        return asks;
    }

    int number(String word, int otherwise) {
        return Integer.parseInt(words.getOrDefault(word, String.valueOf(otherwise)));
    }

    int times(Trouble trouble) {
        return number(
                switch (trouble) {
                    case GIVE_UP -> "giveUp";
                    default -> trouble.name().toLowerCase(java.util.Locale.ROOT);
                },
                0);
    }

    int updates() {
        return ownerOf.size();
    }

    int owners() {
        return owners.size();
    }

    int lanes() {
        return lanes.size();
    }

    int entries() {
        return Integer.bitCount(all);
    }

    int owner(int update) {
        return ownerOf.get(update);
    }

    int lane(int update) {
        return laneOf.get(owner(update));
    }

    int laneOfOwner(int owner) {
        return laneOf.get(owner);
    }

    boolean isCaller(int update) {
        return lane(update) == CALLERS;
    }

    /** Returns the entries of an update, a bit for each. */
    int entriesOf(int update) {
        return entriesOf.get(update);
    }

    boolean isJoint(int update) {
        return Integer.bitCount(entriesOf(update)) > 1;
    }

    boolean hangs(int update) {
        return marks.get(update).contains("!");
    }

    /** Returns true if an update is submitted again and again. */
    boolean isEndless(int update) {
        return marks.get(update).contains("*");
    }

    /** Returns true if an update need not be settled at the end. */
    boolean mayBeLeft(int update) {
        return !marks.get(update).replace("~", "").isEmpty();
    }

    /** Returns true if some updates never end. Then the others are all that is looked at. */
    boolean isOpenEnded() {
        return isOpenEnded;
    }

    List<Integer> program(int owner) {
        return programs.get(owner);
    }

    /** Returns the owner whose results this one takes; -1 for none. */
    int upstream(int owner) {
        int at = owners.get(owner).indexOf('<');
        return at < 0 ? NOBODY : owners.indexOf(owners.get(owner).substring(at + 1));
    }

    /** Returns the owner that takes the results of this one; -1 for none. */
    int downstream(int owner) {
        for (int other = 0; other < owners(); other++) {
            if (upstream(other) == owner) {
                return other;
            }
        }
        return NOBODY;
    }

    boolean mayClose(int owner) {
        return List.of(words.getOrDefault("close", "").split(",")).contains(owners.get(owner));
    }

    /** Returns true if its results are never told: who takes them is full for ever. */
    boolean isStuck(int owner) {
        return owners.get(owner).equals(words.get("stuck"));
    }

    boolean mayBeHeld(int entry) {
        return words.getOrDefault("at", "abc").indexOf('a' + entry) >= 0;
    }

    /** Returns true if the longest wait of an update may end. */
    boolean isOverdue(int update) {
        return marks.get(update).contains("~");
    }

    boolean isSlow(int lane) {
        return lanes.get(lane).equals(words.get("slow"));
    }

    boolean isQuick(int lane) {
        return lanes.get(lane).equals(words.get("quick"));
    }

    int mostThreads(int lane) {
        return number(
                "threads",
                1 + (int) laneOf.stream().filter(other -> other == lane).count());
    }

    String ownerName(int owner) {
        return owners.get(owner);
    }

    String laneName(int lane) {
        return lanes.get(lane);
    }

    String updateName(int update) {
        return owners.get(owner(update)) + "#" + programs.get(owner(update)).indexOf(update) + "("
                + entryNames(entriesOf(update)) + ")";
    }

    static String entryNames(int entries) {
        StringBuilder names = new StringBuilder();
        each(entries).forEach(entry -> names.append((char) ('a' + entry)));
        return names.toString();
    }

    /** Returns the entries of a set that has a bit for each. */
    static List<Integer> each(int entries) {
        return SETS.get(entries);
    }

    private static List<Integer> numbers(int bits) {
        return IntStream.range(0, 4)
                .filter(bit -> (bits >> bit & 1) != 0)
                .boxed()
                .toList();
    }
}
