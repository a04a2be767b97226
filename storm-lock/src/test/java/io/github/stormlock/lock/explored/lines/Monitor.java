package io.github.stormlock.lock.explored.lines;

import static io.github.stormlock.lock.explored.lines.LinesScenario.each;

import io.github.stormlock.lock.explored.search.BrokenInvariant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** What {@link io.github.stormlock.internal.lines.Lines} does in one step each, on a state of the model. */
final class Monitor {
    private static final int MOST_IN_GROUP = 9;

    private final Worker worker;
    private final LinesScenario scenario;
    private final ArrayDeque<Integer> changed = new ArrayDeque<>();
    private boolean isTouching;
    /** With a rule broken, lines change and nobody is woken. */
    private boolean isQuiet;

    Monitor(Worker worker) {
        this.worker = worker;
        this.scenario = worker.scenario;
    }

    private boolean holds(LinesRule rule) {
        return scenario.holds(rule);
    }

    private static int bit(int number) {
        return 1 << number;
    }

    private static boolean has(int bits, int number) {
        return (bits >> number & 1) != 0;
    }

    // Entering.

    /** Puts an update into the lines of some of its entries: all of them, unless a rule is broken. */
    void enter(int update, int entries) {
        worker.states[update] = Worker.STANDS;
        worker.standing.add(update | entries << 4);
        for (int entry : each(entries)) {
            worker.lines[entry] |= Worker.KNOWN;
            if (worker.isShared(entry)) {
                wakeClock(LinesRule.SHARED_LINE_WAKES_CLOCK);
            }
        }
        if (worker.stands(update) != scenario.entriesOf(update)) {
            return;
        }
        int lane = scenario.lane(update);
        if (lane == LinesScenario.CALLERS) {
            give(Integer.numberOfTrailingZeros(scenario.entriesOf(update)));
            return;
        }
        each(scenario.entriesOf(update)).stream().filter(worker::isFree).forEach(entry -> addCandidate(lane, entry));
        if (!worker.candidates.get(lane).isEmpty() && holds(LinesRule.ENTER_WAKES)) {
            rouse(lane);
        }
    }

    private void addCandidate(int lane, int entry) {
        List<Integer> candidates = worker.candidates.get(lane);
        if (!candidates.contains(entry)) {
            candidates.add(entry);
        }
    }

    // Threads.

    /** Wakes a thread of a bolt, or starts its first one. */
    void rouse(int lane) {
        int threads = worker.threads(lane);
        if (threads == 0) {
            start(lane);
        } else if (worker.asleep[lane] == threads) {
            worker.lanes[lane] |= Worker.ROUSED;
        } else {
            wakeClock(LinesRule.ROUSE_WAKES_CLOCK);
        }
    }

    private void start(int lane) {
        if (!worker.hasEnded(lane)) {
            worker.looking[lane]++;
        }
    }

    void wakeClock(LinesRule rule) {
        worker.clockSleeps = holds(rule) ? 0 : worker.clockSleeps;
    }

    /** A thread of a bolt looks, and takes something, tells something, sleeps or ends. Returns what it does. */
    Supplier<String> look(int lane) {
        if (worker.looking[lane] > 0) {
            worker.looking[lane]--;
        } else {
            worker.asleep[lane]--;
        }
        if (worker.hasEnded(lane)) {
            return () -> "ends with its bolt";
        }
        Taken hand = tryTake(lane);
        if (hand != null) {
            wakeClock(LinesRule.TAKE_WAKES_CLOCK);
            return () -> "takes " + names(hand.updates);
        }
        int untold = holds(LinesRule.UNTOLD_ARE_LOOKED_FOR) ? worker.untold(lane) : Worker.NOTHING;
        if (untold != Worker.NOTHING) {
            Taken teller = new Taken(Taken.Kind.ROUND, lane);
            teller.flags = Taken.TELLS;
            teller.untold = bit(untold);
            worker.hands.add(teller);
            return () -> "is to tell for " + scenario.ownerName(untold);
        } else if (worker.asleep[lane] > 0) {
            return () -> "ends";
        } else if (holds(LinesRule.LOOKS_AND_SLEEPS_IN_ONE)) {
            worker.asleep[lane]++;
            return () -> "sleeps";
        }
        worker.lanes[lane] |= Worker.DROWSY;
        return () -> "has found nothing";
    }

    /** With a rule broken, a thread that has found nothing sleeps in a further step. */
    void sleep(int lane) {
        worker.lanes[lane] &= ~Worker.DROWSY & ~Worker.ROUSED;
        worker.asleep[lane]++;
    }

    /** A thread that slept for long ends, or looks once more. */
    void idles(int lane) {
        worker.asleep[lane]--;
        if (!worker.candidates.get(lane).isEmpty() && holds(LinesRule.IDLE_LOOKS_AGAIN)) {
            worker.looking[lane]++;
        }
    }

    // Taking.

    private Taken tryTake(int lane) {
        worker.lanes[lane] &= ~Worker.ROUSED & ~Worker.STANDING_STILL;
        Taken hand = new Taken(Taken.Kind.ROUND, lane);
        worker.hands.add(hand);
        boolean waits = takePassed(hand);
        List<Integer> candidates = worker.candidates.get(lane);
        while (hand.updates.isEmpty() && !waits && !candidates.isEmpty()) {
            takeOf(turns(lane, candidates), hand);
        }
        if (hand.updates.isEmpty()) {
            worker.hands.remove(hand);
            return null;
        }
        boolean isFull =
                hand.updates.size() >= scenario.round() || Integer.bitCount(hand.lines) >= scenario.entriesInRound();
        hand.flags |= isFull && scenario.asks() ? Taken.FULL : 0;
        return hand;
    }

    /** Keeps a line back while another round of its bolt waits for the server. */
    private boolean isKept(int lane, int entry) {
        for (Taken hand : worker.hands) {
            if (hand.isThreadOf(lane) && hand.keepsOthers()) {
                hand.behind |= bit(entry);
                return true;
            }
        }
        return false;
    }

    private void offerBehind(Taken hand) {
        int behind = hand.behind;
        hand.behind = 0;
        each(behind).forEach(this::offer);
    }

    private List<Integer> turns(int lane, List<Integer> candidates) {
        List<Integer> turns = new ArrayList<>();
        int most = Math.min(scenario.round(), scenario.entriesInRound());
        while (!candidates.isEmpty() && turns.size() < most) {
            int entry = candidates.remove(0);
            if (worker.isFree(entry) && !worker.line(entry).isEmpty() && !isKept(lane, entry)) {
                turns.add(entry);
            }
        }
        return turns;
    }

    /** Takes what others have passed. Returns true if another bolt has a line of it for the moment. */
    private boolean takePassed(Taken hand) {
        boolean waits = false;
        int free = 0;
        for (int update = 0; update < worker.states.length; update++) {
            if (worker.is(update, Worker.PASSED)
                    && scenario.lane(update) == hand.lane
                    && holds(LinesRule.PASSED_IS_NEXT)) {
                if (areFree(scenario.entriesOf(update))) {
                    free |= scenario.entriesOf(update);
                } else {
                    waits |= comeBackSoon(scenario.entriesOf(update), hand.lane)
                            && holds(LinesRule.PASSED_IS_WAITED_FOR);
                }
            }
        }
        if (free != 0) {
            List<Integer> candidates = worker.candidates.get(hand.lane);
            List<Integer> turns = each(free);
            candidates.removeAll(turns);
            takeOf(turns, hand);
            turns.stream().filter(worker::isFree).forEach(entry -> addCandidate(hand.lane, entry));
        }
        return waits;
    }

    private boolean areFree(int entries) {
        return each(entries).stream().allMatch(worker::isFree);
    }

    private boolean comeBackSoon(int entries, int lane) {
        for (int entry : each(entries)) {
            if (!worker.isFree(entry)) {
                Taken other = worker.handOfLine(entry);
                boolean isLast = rounds(lane) - 1 >= Math.max(1, scenario.mostThreads(lane) - 1);
                if (other == null
                        || other.lane == lane
                        || other.is(Taken.OLD) && !(isLast && holds(LinesRule.LAST_WAITS_FOR_LONG))) {
                    return false;
                }
            }
        }
        return true;
    }

    private void takeOf(List<Integer> turns, Taken hand) {
        int share = Math.max(1, scenario.round() / Math.max(1, turns.size()));
        int[] taken = new int[worker.lines.length];
        int before;
        do {
            before = hand.updates.size();
            turns.forEach(entry -> take(hand, entry, taken, Math.min(share, scenario.round()), /* past= */ false));
        } while (hand.updates.size() > before);
        turns.forEach(entry -> take(hand, entry, taken, scenario.round(), /* past= */ true));
        if (hand.updates.size() >= scenario.round()) {
            turns.stream().filter(worker::isFree).forEach(entry -> addCandidate(hand.lane, entry));
        }
    }

    /** Takes updates of one entry, from its front; past those that stay only if one of it is in hand. */
    private void take(Taken hand, int entry, int[] taken, int most, boolean past) {
        boolean isCaller = hand.lane == LinesScenario.CALLERS;
        int mostInHand = isCaller ? MOST_IN_GROUP : scenario.round();
        boolean isFront = true;
        boolean begun = false;
        int staying = 0;
        for (int update : worker.line(entry)) {
            if (taken[entry] >= most || hand.updates.size() >= mostInHand) {
                return;
            } else if (hand.updates.contains(update)) {
                begun = true;
            } else if (mayTake(hand, update, isFront, begun, staying)) {
                take(hand, update);
                taken[entry]++;
                begun = true;
            } else if (!isPassed(hand, update)) {
                if (!begun || !past) {
                    return;
                }
                isFront = false;
                staying |= bit(scenario.owner(update));
            }
        }
    }

    private boolean mayTake(Taken hand, int update, boolean isFront, boolean begun, int staying) {
        boolean isCaller = hand.lane == LinesScenario.CALLERS;
        boolean isOther = scenario.lane(update) != hand.lane;
        LinesRule own = isCaller ? LinesRule.CALLERS_TAKE_CALLERS : LinesRule.GROUP_OF_ONE_BOLT;
        if (isOther && (holds(own) || hand.updates.isEmpty() || scenario.isJoint(update))
                || !worker.isQueued(update)
                || worker.stands(update) != scenario.entriesOf(update)) {
            return false;
        } else if (has(staying, scenario.owner(update)) && !isCaller && holds(LinesRule.NOT_PAST_ITS_OWNER)) {
            return false;
        } else if (!scenario.isJoint(update)) {
            return isFront || begun;
        }
        return isFront
                && (!isCaller || hand.updates.isEmpty() || scenario.isJoint(hand.updates.get(0)))
                && isFirstInAll(hand, update);
    }

    private boolean isFirstInAll(Taken hand, int update) {
        for (int entry : each(scenario.entriesOf(update))) {
            boolean isCaller = hand.lane == LinesScenario.CALLERS;
            boolean mine = has(hand.lines, entry) || (isCaller ? worker.isOpen(entry) : worker.isFree(entry));
            if (!mine || holds(LinesRule.FIRST_IN_ALL_LINES) && !isFirst(hand, update, entry)) {
                return false;
            }
        }
        return true;
    }

    private boolean isFirst(Taken hand, int update, int entry) {
        for (int before : worker.line(entry)) {
            if (before == update) {
                return true;
            } else if (!hand.updates.contains(before) && !isPassed(hand, before)) {
                return false;
            }
        }
        return false;
    }

    /** Returns true if an update that stays lets others go first. */
    private boolean isPassed(Taken hand, int update) {
        if (scenario.isJoint(update) && worker.waitsOutside(update) && holds(LinesRule.STEPPED_OVER)) {
            return true;
        }
        int other = scenario.lane(update);
        return other != hand.lane
                && (stands(other)
                        || (worker.lanes[other] & Worker.BEHIND) != 0
                                && worker.isQueued(update)
                                && !(worker.is(update, Worker.AGED) && holds(LinesRule.PASSED_FOR_A_WHILE)));
    }

    private boolean stands(int lane) {
        return (worker.lanes[lane] & Worker.STANDING_STILL) != 0;
    }

    private void take(Taken hand, int update) {
        boolean isAttended = hand.attends != Worker.NOTHING;
        for (int entry : each(scenario.entriesOf(update))) {
            if (!isAttended) {
                Taken other = worker.handOfLine(entry);
                if (!(other == null || other == hand)) {
                    throw new BrokenInvariant("TAKER: two have line " + entry + ": " + other + ", " + hand);
                }
                hand.lines |= bit(entry);
                notePassed(hand, update, entry);
            }
        }
        if (!(worker.isQueued(update))) {
            throw new BrokenInvariant("TAKER: " + scenario.updateName(update) + " is taken twice");
        }
        if (!(!worker.isClosed(scenario.owner(update)))) {
            throw new BrokenInvariant("CLOSED: " + scenario.updateName(update) + " of a closed owner is taken");
        }
        worker.marks[update] &= ~Worker.PASSED;
        hand.updates.add(update);
    }

    private void notePassed(Taken hand, int update, int entry) {
        for (int before : worker.line(entry)) {
            if (before == update) {
                return;
            }
            boolean isSteppedOver = scenario.isJoint(before) && worker.waitsOutside(before);
            int lane = scenario.lane(before);
            if (!isSteppedOver && lane != hand.lane && stands(lane) && worker.isQueued(before)) {
                worker.marks[before] |= Worker.PASSED;
            }
        }
    }

    // Callers.

    /** Gives an open line to the caller whose update comes first there. Returns false if it cannot be taken. */
    private boolean give(int entry) {
        while (worker.isOpen(entry)) {
            Taken hand = new Taken(Taken.Kind.CALLER, LinesScenario.CALLERS);
            worker.hands.add(hand);
            int[] taken = new int[worker.lines.length];
            take(hand, entry, taken, 1, /* past= */ false);
            if (hand.updates.isEmpty()) {
                worker.hands.remove(hand);
                return false;
            }
            along(hand);
            int first = hand.updates.get(0);
            each(hand.lines).forEach(line -> worker.lines[line] &= ~Worker.RESTS);
            if (!worker.is(first, Worker.GONE) || !holds(LinesRule.GONE_CALLER_IS_PASSED)) {
                return true;
            }
            worker.hands.remove(hand);
            removeAll(bit(first));
        }
        return false;
    }

    /** Takes along what stands behind a caller's own update. */
    void along(Taken hand) {
        int lines = hand.attends == Worker.NOTHING ? hand.lines : bit(hand.attends);
        for (int entry : each(lines)) {
            take(hand, entry, new int[worker.lines.length], MOST_IN_GROUP, /* past= */ true);
        }
    }

    /** A caller that waits no more leaves its lines. */
    void leave(int update) {
        worker.marks[update] |= Worker.LEFT;
        if (worker.handOf(update) == null && worker.states[update] == Worker.STANDS) {
            remove(update);
            touchAll(scenario.entriesOf(update), LinesRule.LEAVING_WAKES);
        }
    }

    // Giving back.

    /**
     * Gives the lines of a hand back.
     *
     * @param made the updates that were made
     * @param busy the entries whose locks were found held
     * @param rest the entries that are to rest
     */
    void giveBack(Taken hand, int made, int busy, int rest) {
        if (hand.lane != LinesScenario.CALLERS && holds(LinesRule.GIVING_BACK_ENDS_STANDING)) {
            worker.lanes[hand.lane] &= ~Worker.STANDING_STILL;
        }
        // It is a thread of its bolt all the same, so no other one is started.
        hand.flags = Taken.TELLS;
        int touched = hand.lines;
        for (int update : hand.updates) {
            worker.marks[update] &= ~Worker.ATTENDED;
            touched |= scenario.entriesOf(update);
            settle(hand, update, made);
        }
        hand.lines = 0;
        hand.updates.clear();
        endWait(hand);
        if (holds(LinesRule.ANSWER_BRINGS_KEPT_LINES)) {
            offerBehind(hand);
        }
        hand.behind = 0;
        for (int entry : each(busy)) {
            if (mayWait(entry) && worker.handOfLine(entry) == null) {
                becomesBusy(entry, Worker.UNATTENDED);
            }
        }
        for (int entry : each(rest)) {
            if (mayWait(entry)) {
                worker.lines[entry] |= Worker.RESTS;
                worker.clockSleeps = 0;
            }
        }
        touchAll(touched, busy == 0 ? LinesRule.GIVING_BACK_WAKES : LinesRule.BUSY_WAKES);
        if (Integer.bitCount(hand.untold) > 1) {
            worker.clockSleeps = 0;
        }
        if (hand.untold == 0) {
            toldAll(hand);
        }
    }

    private boolean mayWait(int entry) {
        return !worker.line(entry).isEmpty() && !worker.isBusy(entry);
    }

    /** With a rule broken, what was made is told before the lines are free. */
    void settleOnly(Taken hand, int made) {
        hand.flags |= Taken.TELLS;
        for (int update : hand.updates) {
            if (has(made, update)) {
                worker.states[update] = Worker.SETTLED;
                worker.boxes.get(scenario.owner(update)).add(update);
                hand.untold |= bit(scenario.owner(update));
            }
        }
    }

    /** A thread has told all that it had to. */
    void toldAll(Taken hand) {
        worker.hands.remove(hand);
        if (hand.kind == Taken.Kind.ROUND) {
            worker.looking[hand.lane]++;
        }
        worker.standing.removeIf(place -> hand.updates.contains(place & 15));
        int again = hand.flags >> Taken.AGAIN;
        worker.hands.forEach(other -> other.lines &= ~again);
        touchAll(again | hand.lines);
    }

    /** Gives some updates back before the others, with the lines that the others do not want. */
    void giveBackSome(Taken hand, List<Integer> some, int made) {
        hand.updates.removeAll(some);
        int touched = 0;
        for (int update : some) {
            touched |= scenario.entriesOf(update);
            settle(hand, update, made);
        }
        for (int update : hand.updates) {
            touched &= ~scenario.entriesOf(update);
        }
        hand.lines &= ~touched;
        touchAll(touched);
    }

    private void settle(Taken hand, int update, int made) {
        int owner = scenario.owner(update);
        if (scenario.isCaller(update)) {
            if (has(made, update)) {
                worker.marks[update] |= Worker.LEFT;
            }
            if (worker.is(update, Worker.LEFT)) {
                remove(update);
            }
            return;
        }
        boolean isDropped = !has(made, update) && worker.isClosed(owner);
        if (has(made, update) || isDropped && holds(LinesRule.PUT_BACK_IS_DROPPED)) {
            worker.marks[update] |= isDropped ? Worker.DROPPED : 0;
            remove(update);
            worker.states[update] = Worker.SETTLED;
            worker.boxes.get(owner).add(update);
            hand.untold |= bit(owner);
        } else if (!holds(LinesRule.PLACE_IS_KEPT)) {
            int entries = worker.stands(update);
            worker.standing.removeIf(place -> (place & 15) == update);
            worker.standing.add(update | entries << 4);
        }
    }

    /** An update leaves its lines. A caller has its own result, which it tells itself. */
    private void remove(int update) {
        worker.standing.removeIf(place -> (place & 15) == update);
        worker.marks[update] &= ~Worker.PASSED;
        if (scenario.isCaller(update)) {
            done(update);
        }
    }

    void done(int update) {
        if (!(worker.states[update] != Worker.DONE && worker.states[update] != Worker.NEW)) {
            throw new BrokenInvariant("ONCE: " + scenario.updateName(update) + " is told twice");
        }
        worker.states[update] = scenario.isEndless(update) ? Worker.NEW : Worker.DONE;
        worker.marks[update] = scenario.isEndless(update) ? 0 : worker.marks[update];
    }

    private void removeAll(int updates) {
        int touched = 0;
        for (int update = 0; update < worker.states.length; update++) {
            if (has(updates, update)) {
                touched |= scenario.entriesOf(update);
                remove(update);
            }
        }
        touchAll(touched);
    }

    private void touchAll(int entries, LinesRule rule) {
        isQuiet = !holds(rule);
        touchAll(entries);
        isQuiet = false;
    }

    private void touchAll(int entries) {
        each(entries).forEach(this::touch);
    }

    void touch(int line) {
        changed.add(line);
        if (!isTouching) {
            isTouching = true;
            for (Integer next = changed.poll(); next != null; next = changed.poll()) {
                look(worker.line(next), next);
            }
            isTouching = false;
        }
    }

    private void look(List<Integer> line, int entry) {
        if (line.isEmpty()) {
            if (worker.isFree(entry)) {
                worker.lines[entry] &= ~Worker.KNOWN;
            } else if (worker.handOfLine(entry) == null && holds(LinesRule.EMPTY_LINE_IS_FREE)) {
                free(entry);
            }
            return;
        }
        offer(entry);
        for (int update : line) {
            if (scenario.isJoint(update) && holds(LinesRule.LINES_OF_JOINT_WAKE)) {
                each(scenario.entriesOf(update)).forEach(this::offer);
            }
        }
    }

    private void offer(int entry) {
        if (isQuiet) {
            return;
        }
        List<Integer> line = worker.line(entry);
        boolean hasCallers = line.stream().anyMatch(scenario::isCaller);
        if (hasCallers && holds(LinesRule.FREED_LINE_GOES_TO_CALLER) && give(entry)) {
            return;
        }
        if (worker.isFree(entry)) {
            int roused = 0;
            for (int update : worker.line(entry)) {
                int lane = scenario.lane(update);
                if (lane != LinesScenario.CALLERS
                        && !has(roused, lane)
                        && (roused == 0 || holds(LinesRule.EACH_BOLT_WAKES))) {
                    roused |= bit(lane);
                    addCandidate(lane, entry);
                    rouse(lane);
                }
            }
        }
    }

    void offerShared(int lane) {
        for (int entry = 0; entry < worker.lines.length; entry++) {
            if (worker.isShared(entry)
                    && worker.line(entry).stream().anyMatch(update -> scenario.lane(update) == lane)) {
                offer(entry);
            }
        }
    }

    // Busy lines.

    void free(int entry) {
        worker.lines[entry] &= ~(Worker.BUSY | Worker.UNATTENDED | Worker.RESTS);
        touch(entry);
    }

    private void becomesBusy(int entry, int unattended) {
        worker.lines[entry] |= Worker.BUSY | unattended;
        for (int update : worker.line(entry)) {
            int lane = scenario.lane(update);
            if (!worker.candidates.get(lane).isEmpty()) {
                rouse(lane);
            }
        }
    }

    private void endWait(Taken hand) {
        int entry = hand.attends;
        if (entry != Worker.NOTHING) {
            hand.attends = Worker.NOTHING;
            free(entry);
        }
    }

    /** A thread comes that waits for the lock of an entry. Returns what it takes. */
    Supplier<String> attend(int entry) {
        worker.lines[entry] &= ~Worker.UNATTENDED;
        List<Integer> line = new ArrayList<>(worker.line(entry));
        line.removeIf(update -> !worker.isQueued(update));
        int first = line.isEmpty() ? Worker.NOTHING : line.get(0);
        if (first == Worker.NOTHING || scenario.isCaller(first) || !isFirstElsewhere(first)) {
            free(entry);
            return () -> "takes nothing";
        }
        Taken hand = new Taken(Taken.Kind.ATTENDANT, scenario.lane(first));
        hand.attends = entry;
        hand.flags = Taken.WAITS;
        worker.hands.add(hand);
        wakeClock(LinesRule.WAITING_WAKES_CLOCK);
        take(hand, first);
        if (scenario.isJoint(first)) {
            worker.marks[first] |= Worker.ATTENDED;
        } else {
            for (int update : line.subList(1, line.size())) {
                int before = hand.updates.get(hand.updates.size() - 1);
                boolean isSooner = scenario.isOverdue(update) && !scenario.isOverdue(before);
                if (scenario.isJoint(update) || scenario.lane(update) != hand.lane || isSooner) {
                    break;
                }
                take(hand, update);
            }
        }
        return () -> "takes " + names(hand.updates);
    }

    private boolean isFirstElsewhere(int update) {
        int entries = holds(LinesRule.ATTENDED_IS_FIRST_ELSEWHERE) ? scenario.entriesOf(update) : 0;
        for (int other : each(entries)) {
            for (int before : worker.line(other)) {
                if (before == update) {
                    break;
                } else if (!scenario.isJoint(before) || !worker.waitsOutside(before)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** A thread finds the lock of an entry held, and will wait for that. */
    void waitsOutside(Taken hand, int entry) {
        hand.flags |= Taken.WAITS;
        int first = hand.updates.get(0);
        int touched = hand.lines;
        hand.lines &= holds(LinesRule.WAITING_FREES_LINES) ? 0 : ~bit(entry);
        endWait(hand);
        if (worker.isInTable(entry) && worker.isOpen(entry)) {
            becomesBusy(entry, 0);
            hand.attends = entry;
            touched |= bit(entry);
            wakeClock(LinesRule.WAITING_WAKES_CLOCK);
        }
        if (scenario.isJoint(first)) {
            worker.marks[first] |= Worker.ATTENDED;
            giveBackSome(hand, List.copyOf(hand.updates.subList(1, hand.updates.size())), 0);
        }
        touchAll(touched);
    }

    /** No thread is left that could wait for a lock. */
    void restsUnattended(int entry) {
        worker.lines[entry] &= ~(Worker.BUSY | Worker.UNATTENDED);
        if (!worker.line(entry).isEmpty()) {
            worker.lines[entry] |= Worker.RESTS;
            worker.clockSleeps = 0;
        }
        touch(entry);
    }

    // Closing.

    /** Drops the updates of an owner that nobody has in hand, and ends it. */
    void close(int owner) {
        worker.owners[owner] |= Worker.CLOSED;
        int touched = 0;
        for (int update : scenario.program(owner)) {
            if (worker.isQueued(update)
                    || worker.states[update] == Worker.STANDS && !holds(LinesRule.CLOSE_LEAVES_WHAT_IS_IN_HAND)) {
                touched |= scenario.entriesOf(update);
                worker.standing.removeIf(place -> (place & 15) == update);
                worker.marks[update] = Worker.DROPPED;
                done(update);
            }
        }
        touchAll(touched, LinesRule.CLOSE_WAKES);
        int lane = scenario.laneOfOwner(owner);
        if (worker.hasEnded(lane)) {
            worker.looking[lane] += worker.asleep[lane];
            worker.asleep[lane] = 0;
            worker.candidates.get(lane).clear();
        }
        if (worker.isUntold(owner) && holds(LinesRule.CLOSE_TELLS)) {
            Taken closer = new Taken(Taken.Kind.CLOSER, lane);
            closer.flags = Taken.TELLS;
            closer.untold = bit(owner);
            worker.hands.add(closer);
        }
    }

    // The clock.

    /** Returns true if the clock would look at a lane. */
    boolean hasToDo(int lane) {
        return !worker.hasEnded(lane)
                && (rounds(lane) > 0
                        || !worker.candidates.get(lane).isEmpty()
                        || worker.untold(lane) != Worker.NOTHING);
    }

    private int rounds(int lane) {
        int rounds = 0;
        for (Taken hand : worker.hands) {
            rounds += hand.isThreadOf(lane) && !hand.is(Taken.TELLS) ? 1 : 0;
        }
        return rounds;
    }

    /** Gives a bolt one more thread for what waits. If all that it may have are at work for long, others may pass it. */
    void relieve(int lane) {
        if (holds(LinesRule.KEPT_LINES_WAIT_FOR_NO_COMPUTATION)) {
            List.copyOf(worker.hands).stream()
                    .filter(hand -> hand.isThreadOf(lane) && !hand.keepsOthers())
                    .forEach(this::offerBehind);
        }
        worker.candidates.get(lane).removeIf(entry -> isKept(lane, entry));
        if (holds(LinesRule.MOMENT_BRINGS_A_THREAD)
                && (!worker.candidates.get(lane).isEmpty() || worker.untold(lane) != Worker.NOTHING)) {
            if (worker.asleep[lane] > 0) {
                worker.lanes[lane] |= Worker.ROUSED;
            } else if (worker.threads(lane) < scenario.mostThreads(lane)) {
                start(lane);
            }
        }
        boolean areOld = worker.hands.stream()
                .allMatch(hand -> !hand.isThreadOf(lane) || hand.is(Taken.TELLS) || hand.is(Taken.OLD));
        if (rounds(lane) >= scenario.mostThreads(lane)
                && areOld
                && !stands(lane)
                && holds(LinesRule.STANDING_BOLT_IS_PASSED)) {
            worker.lanes[lane] |= Worker.STANDING_STILL;
            offerShared(lane);
        }
    }

    /** A slow bolt is behind. It takes its oldest first, and others may pass it for a while. */
    void isBehind(int lane) {
        List<Integer> candidates = worker.candidates.get(lane);
        candidates.sort(Comparator.comparingInt(this::since));
        if ((worker.lanes[lane] & Worker.BEHIND) == 0) {
            worker.lanes[lane] |= Worker.BEHIND;
            offerShared(lane);
        }
    }

    private int since(int entry) {
        for (int i = 0; i < worker.standing.size(); i++) {
            if (has(worker.standing.get(i) >> 4, entry)) {
                return i;
            }
        }
        return Integer.MAX_VALUE;
    }

    /** An update that nobody makes for too long is told so, by a thread of its bolt. */
    void overdue(int update) {
        removeAll(bit(update));
        worker.states[update] = Worker.SETTLED;
        worker.marks[update] |= Worker.DROPPED;
        worker.boxes.get(scenario.owner(update)).add(update);
        rouse(scenario.lane(update));
    }

    String names(List<Integer> updates) {
        return updates.stream().map(scenario::updateName).toList().toString();
    }
}
