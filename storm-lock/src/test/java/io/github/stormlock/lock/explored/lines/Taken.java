package io.github.stormlock.lock.explored.lines;

import java.util.ArrayList;
import java.util.List;

/** A taker of a {@link Worker} with its lines and updates, which one step may change. Afterwards it tells results. */
final class Taken {
    /** Who takes. */
    enum Kind {
        ROUND,
        ATTENDANT,
        CALLER,
        CLOSER
    }

    /** It waits for a lock that is held outside. */
    static final int WAITS = 1;
    /** It has been at work for a moment. */
    static final int OLD = 2;
    /** It has given its lines back, and tells results. */
    static final int TELLS = 4;
    /** It tells results of an owner, which nobody else does meanwhile. */
    static final int OPENED = 8;
    /** It waits for its server. */
    static final int ASKS = 16;
    /** It has waited for its server for a moment. */
    static final int ASKS_LONG = 32;
    /** The answer is late. */
    static final int LATE = 64;
    /** It had no room for more. */
    static final int FULL = 128;
    /** From this bit on, with a rule broken, the lines that it gives back twice. */
    static final int AGAIN = 8;

    final Kind kind;
    final int lane;

    final List<Integer> updates = new ArrayList<>(2);
    /** The lines that it has, a bit for each. */
    int lines;
    /** The lines that wait until its server has answered it. */
    int behind;
    /** The line for whose lock it waits; -1 for none. */
    int attends = Worker.NOTHING;

    int flags;
    /** The owners whose results it is to tell, a bit for each. */
    int untold;
    /** The first owner whose turn it is to be told. */
    int turn;
    /** It tells the results of one of these owners. */
    final List<Integer> telling = new ArrayList<>(2);

    Taken(Kind kind, int lane) {
        this.kind = kind;
        this.lane = lane;
    }

    boolean is(int flag) {
        return (flags & flag) != 0;
    }

    /** Returns true if it waits for its server, and another round of its bolt had better wait too. */
    boolean keepsOthers() {
        return is(ASKS) && is(ASKS_LONG) && !is(LATE) && !is(FULL);
    }

    /** Returns true if it is a thread of a lane, which comes back to look. */
    boolean isThreadOf(int other) {
        return kind == Kind.ROUND && lane == other;
    }

    /** Returns the owner that is told next. */
    int next() {
        int later = untold >> turn << turn;
        return Integer.numberOfTrailingZeros(later == 0 ? untold : later);
    }

    int order() {
        int first = updates.isEmpty() ? 0 : updates.get(0) + 1;
        return kind.ordinal() << 28 | lane << 24 | first << 20 | untold << 12 | flags;
    }

    @Override
    public String toString() {
        return kind + " " + updates;
    }
}
