package io.github.stormlock.lock.explored.lines;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A state of {@link LinesModel}, which one step may change: all that a worker knows of its lines. Between steps it is a text
 * of one character for each number, which is small, and quickly compared.
 */
final class Worker {
    static final int NOTHING = -1;

    // An update.
    static final int NEW = 0;
    static final int STANDS = 1;
    static final int SETTLED = 2;
    static final int DONE = 3;
    static final int WRITTEN = 1;
    static final int DROPPED = 2;
    static final int GONE = 4;
    static final int PASSED = 8;
    static final int ATTENDED = 16;
    static final int STEPPED_OVER = 32;
    static final int AGED = 64;
    /** It leaves its lines, now or when it is given back. */
    static final int LEFT = 128;

    // A line.
    static final int KNOWN = 1;
    static final int BUSY = 2;
    /** It is busy, and a thread that will wait for its lock has not begun. */
    static final int UNATTENDED = 4;

    static final int RESTS = 8;
    /** Its lock is held outside, whether that was noticed or not. */
    static final int HELD = 16;

    // A lane.
    static final int ROUSED = 1;
    static final int STANDING_STILL = 2;
    static final int BEHIND = 4;
    static final int DROWSY = 8;

    // An owner.
    static final int CLOSED = 1;
    static final int TELLING = 2;

    final LinesScenario scenario;
    final int[] states;
    final int[] marks;
    final int[] lines;
    final int[] lanes;
    /** The threads of a lane that are about to look, and those that sleep. */
    final int[] looking;

    final int[] asleep;
    final int[] owners;
    /** How many updates an owner has submitted. */
    final int[] submitted;

    final int[] troubles;
    /** The ready lines of each lane, in turns. */
    final List<List<Integer>> candidates;
    /** The settled updates of each owner that nobody has begun to tell. */
    final List<List<Integer>> boxes;
    /** The updates that stand, in the order in which they came; each with the entries in whose lines it stands. */
    final List<Integer> standing;

    final List<Taken> hands = new ArrayList<>();
    int clockSleeps;
    private String text = "";
    private int at;

    /** Begins with an idle worker. */
    Worker(LinesScenario scenario) {
        this.scenario = scenario;
        states = new int[scenario.updates()];
        marks = new int[scenario.updates()];
        lines = new int[scenario.entries()];
        lanes = new int[scenario.lanes()];
        looking = new int[scenario.lanes()];
        asleep = new int[scenario.lanes()];
        owners = new int[scenario.owners()];
        submitted = new int[scenario.owners()];
        troubles = new int[LinesScenario.Trouble.values().length];
        for (LinesScenario.Trouble trouble : LinesScenario.Trouble.values()) {
            troubles[trouble.ordinal()] = scenario.times(trouble);
        }
        candidates = empty(scenario.lanes());
        boxes = empty(scenario.owners());
        standing = new ArrayList<>();
        clockSleeps = 1;
    }

    private static List<List<Integer>> empty(int size) {
        List<List<Integer>> lists = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            lists.add(new ArrayList<>());
        }
        return lists;
    }

    /** Goes on from a text. */
    Worker(LinesScenario scenario, String text) {
        this(scenario);
        this.text = text;
        for (int[] numbers : numbers()) {
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = next();
            }
        }
        candidates.forEach(this::read);
        boxes.forEach(this::read);
        read(standing);
        clockSleeps = next();
        for (int left = next(); left > 0; left--) {
            Taken hand = new Taken(Taken.Kind.values()[next()], next());
            hand.lines = next();
            hand.behind = next();
            hand.attends = next() - 1;
            hand.flags = next();
            hand.untold = next();
            hand.turn = next();
            read(hand.updates);
            read(hand.telling);
            hands.add(hand);
        }
    }

    private int[][] numbers() {
        return new int[][] {states, marks, lines, lanes, looking, asleep, owners, submitted, troubles};
    }

    private int next() {
        return text.charAt(at++) - ' ';
    }

    private void read(List<Integer> list) {
        for (int left = next(); left > 0; left--) {
            list.add(next());
        }
    }

    String text() {
        StringBuilder all = new StringBuilder(80);
        for (int[] numbers : numbers()) {
            for (int number : numbers) {
                write(all, number);
            }
        }
        candidates.forEach(list -> write(all, list));
        boxes.forEach(list -> write(all, list));
        write(all, standing);
        write(all, clockSleeps);
        write(all, hands.size());
        // Which taker came first makes no difference.
        if (hands.size() > 1) {
            hands.sort(Comparator.comparingInt(Taken::order));
        }
        for (Taken hand : hands) {
            write(all, hand.kind.ordinal());
            write(all, hand.lane);
            write(all, hand.lines);
            write(all, hand.behind);
            write(all, hand.attends + 1);
            write(all, hand.flags);
            write(all, hand.untold);
            write(all, hand.turn);
            write(all, hand.updates);
            write(all, hand.telling);
        }
        return all.toString();
    }

    private static void write(StringBuilder all, int number) {
        // From the space on, characters can be printed.
        all.append((char) (number + ' '));
    }

    private static void write(StringBuilder all, List<Integer> list) {
        write(all, list.size());
        list.forEach(number -> write(all, number));
    }

    boolean is(int update, int mark) {
        return (marks[update] & mark) != 0;
    }

    boolean isClosed(int owner) {
        return (owners[owner] & CLOSED) != 0;
    }

    /** Returns true if all owners of a lane are closed. */
    boolean hasEnded(int lane) {
        for (int owner = 0; owner < owners.length; owner++) {
            if (scenario.laneOfOwner(owner) == lane && !isClosed(owner)) {
                return false;
            }
        }
        return true;
    }

    int threads(int lane) {
        int threads = looking[lane] + asleep[lane];
        for (Taken hand : hands) {
            threads += hand.isThreadOf(lane) ? 1 : 0;
        }
        return threads;
    }

    boolean isInTable(int entry) {
        return (lines[entry] & KNOWN) != 0;
    }

    boolean isBusy(int entry) {
        return (lines[entry] & BUSY) != 0;
    }

    boolean rests(int entry) {
        return (lines[entry] & RESTS) != 0;
    }

    boolean isOpen(int entry) {
        return handOfLine(entry) == null && !isBusy(entry);
    }

    boolean isFree(int entry) {
        return isOpen(entry) && !rests(entry);
    }

    Taken handOfLine(int entry) {
        for (Taken hand : hands) {
            if ((hand.lines >> entry & 1) != 0) {
                return hand;
            }
        }
        return null;
    }

    Taken handOf(int update) {
        for (Taken hand : hands) {
            if (hand.updates.contains(update)) {
                return hand;
            }
        }
        return null;
    }

    boolean isQueued(int update) {
        return states[update] == STANDS && handOf(update) == null;
    }

    /** Returns the updates of an entry in their places. */
    List<Integer> line(int entry) {
        List<Integer> line = new ArrayList<>(standing.size());
        for (int place : standing) {
            if ((place >> 4 >> entry & 1) != 0) {
                line.add(place & 15);
            }
        }
        return line;
    }

    /** Returns true if updates of several bolts stand in a line. */
    boolean isShared(int entry) {
        int lanes = 0;
        for (int place : standing) {
            lanes |= (place >> 4 >> entry & 1) << scenario.lane(place & 15);
        }
        return Integer.bitCount(lanes) > 1;
    }

    /** Returns the entries in whose lines an update stands. */
    int stands(int update) {
        int entries = 0;
        for (int place : standing) {
            entries |= (place & 15) == update ? place >> 4 : 0;
        }
        return entries;
    }

    boolean waitsOutside(int update) {
        return is(update, ATTENDED)
                || LinesScenario.each(scenario.entriesOf(update)).stream().anyMatch(this::isBusy);
    }

    int open(int owner) {
        int open = 0;
        for (int update : scenario.program(owner)) {
            open += states[update] == STANDS || states[update] == SETTLED ? 1 : 0;
        }
        return open;
    }

    boolean isUntold(int owner) {
        return (owners[owner] & TELLING) == 0 && !boxes.get(owner).isEmpty();
    }

    /** Returns an owner of a lane who has results that nobody tells; -1 if none has. */
    int untold(int lane) {
        for (int owner = 0; owner < owners.length; owner++) {
            if (scenario.laneOfOwner(owner) == lane && !isClosed(owner) && isUntold(owner)) {
                return owner;
            }
        }
        return NOTHING;
    }
}
