package io.github.stormlock.lock.explored.lines;

import static io.github.stormlock.lock.explored.lines.LinesScenario.each;

import io.github.stormlock.lock.explored.lines.LinesScenario.Trouble;
import io.github.stormlock.lock.explored.lines.Taken.Kind;
import io.github.stormlock.lock.explored.search.BrokenInvariant;
import io.github.stormlock.lock.explored.search.Explorable;
import io.github.stormlock.lock.explored.search.Steps;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The lines of one worker as they are built: who enters, takes, gives back, waits for a lock outside, tells, gives up and
 * closes. What happens under the monitor of the lines is one step. A state is a text, see {@link Worker}.
 *
 * <p>It says that
 * <ul>
 *   <li>{@code TAKER}: each line has one taker at a time;
 *   <li>{@code ORDER}, {@code TOLD}: the updates of an owner at one entry are written and told in their order, but for one of
 *       several entries that has waited for a lock outside: later ones may pass it;
 *   <li>{@code ONCE}: each update is written and told once, and not after its end;
 *   <li>{@code CLOSED}: nothing of a closed owner is begun, or waits for its turn;
 *   <li>{@code WAKE}: no update is ready while nobody looks. A bolt that waits for what was passed looks for nothing else;
 *   <li>{@code LEFT}: no empty line stays in the table;
 *   <li>{@code LIVE}: each update ends, also beside owners that submit for ever.
 * </ul>
 *
 * <p>Time is a step: a taker has been at work for a moment, the clock looks. A computation is one step with its round trip,
 * or hangs for ever. A lease that passes on to the next caller is a line that is freed and given in one step. Servers
 * and the bound of open updates of a task are left out.
 */
final class LinesModel implements Explorable<String> {
    // Who moves: each is a duty, with a number for each owner, lane, update or entry.
    private static final int SUBMIT = 0;
    private static final int LOOK = 6;
    private static final int HAND = 10;
    private static final int TELL = 18;
    private static final int BEGIN = 24;
    private static final int TICK = 30;
    private static final int REST = 34;
    private static final int OLD = 37;
    private static final int ATTEND = 45;
    private static final int END = 48;
    private static final int CLOCK = 56;
    private static final int LET_GO = 57;
    private static final int SLEEP = 58;
    private static final int OUTSIDE = 59;
    /** Two that tell for the same owner are no thread of the bolt both. */
    private static final int BEGIN_OF_OTHERS = 62;

    private final LinesScenario scenario;

    LinesModel(LinesScenario scenario) {
        this.scenario = scenario;
    }

    /** The steps out of one state. */
    private final class Next {
        private final String from;
        private final Steps<String> steps;

        Next(String from, Steps<String> steps) {
            this.from = from;
            this.steps = steps;
        }

        /** Adds a step, which returns its name. */
        void add(int duty, Supplier<String> who, BiFunction<Worker, Monitor, Supplier<String>> change) {
            Worker worker = new Worker(scenario, from);
            Supplier<String> what = change.apply(worker, new Monitor(worker));
            judge(worker);
            steps.add(() -> who.get() + " " + what.get(), duty, worker.text());
        }
    }

    @Override
    public String start() {
        return new Worker(scenario).text();
    }

    @Override
    public boolean isAtRest(String state) {
        Worker worker = new Worker(scenario, state);
        for (int update = 0; update < scenario.updates(); update++) {
            if (worker.states[update] != Worker.DONE && !scenario.mayBeLeft(update)) {
                return false;
            }
        }
        return scenario.isOpenEnded() || worker.hands.isEmpty();
    }

    @Override
    public void addSteps(String from, Steps<String> steps) {
        Worker now = new Worker(scenario, from);
        if (scenario.isOpenEnded() && isAtRest(from)) {
            return;
        }
        Next next = new Next(from, steps);
        for (int owner = 0; owner < scenario.owners(); owner++) {
            submits(now, owner, next);
            closes(now, owner, next);
        }
        for (int lane = 1; lane < scenario.lanes(); lane++) {
            looks(now, lane, next);
            if (now.clockSleeps == 0) {
                ticks(now, lane, next);
            }
        }
        for (int number = 0; number < now.hands.size(); number++) {
            goesOn(now, now.hands.get(number), number, next);
        }
        for (int entry = 0; entry < scenario.entries(); entry++) {
            lines(now, entry, next);
        }
        for (int update = 0; update < scenario.updates(); update++) {
            givesUp(now, update, next);
        }
        if (scenario.hasClock() && now.clockSleeps == 0 && isIdle(now)) {
            next.add(CLOCK, () -> "the clock", (worker, monitor) -> {
                worker.clockSleeps = 1;
                return () -> "sleeps";
            });
        }
    }

    // Owners.

    private void submits(Worker now, int owner, Next next) {
        List<Integer> program = scenario.program(owner);
        int number = now.submitted[owner];
        boolean isEndless = scenario.isEndless(program.get(0));
        if (!isEndless && number == program.size()) {
            return;
        }
        int update = program.get(number % program.size());
        int upstream = scenario.upstream(owner);
        boolean isClosed = now.isClosed(owner);
        boolean hasCome = upstream == Worker.NOTHING || number < received(now, upstream) || now.isClosed(upstream);
        boolean isBegun = now.states[update] == Worker.STANDS && now.stands(update) != scenario.entriesOf(update);
        if (now.states[update] != Worker.NEW && !isBegun
                || !hasCome
                || !isClosed
                        && !isBegun
                        && upstream != Worker.NOTHING
                        && now.open(owner) >= scenario.number("open", 9)) {
            return;
        }
        next.add(SUBMIT + owner, () -> scenario.ownerName(owner), (worker, monitor) -> {
            int entries = scenario.entriesOf(update);
            if (isBegun) {
                monitor.enter(update, entries & ~worker.stands(update));
            } else if (isClosed) {
                worker.states[update] = Worker.DONE;
                worker.marks[update] = Worker.DROPPED;
            } else if (scenario.isJoint(update) && !scenario.holds(LinesRule.ENTERS_AT_ONCE)) {
                monitor.enter(update, owner == 0 ? Integer.lowestOneBit(entries) : Integer.highestOneBit(entries));
                return () -> "begins to submit " + scenario.updateName(update);
            } else {
                monitor.enter(update, entries);
            }
            worker.submitted[owner] = isEndless ? (number + 1) % program.size() : number + 1;
            return () -> (isClosed ? "is closed, drops " : "submits ") + scenario.updateName(update);
        });
    }

    private int received(Worker now, int upstream) {
        int told = 0;
        for (int update : scenario.program(upstream)) {
            told += now.states[update] == Worker.DONE ? 1 : 0;
        }
        return told;
    }

    private void closes(Worker now, int owner, Next next) {
        if (scenario.mayClose(owner) && !now.isClosed(owner) && now.submitted[owner] > 0) {
            next.add(SUBMIT + owner, () -> scenario.ownerName(owner), (worker, monitor) -> {
                monitor.close(owner);
                return () -> "is closed";
            });
        }
    }

    private void givesUp(Worker now, int update, Next next) {
        boolean isQueued = now.isQueued(update);
        if (!scenario.isCaller(update)) {
            boolean isKept = isQueued && isKept(now, update);
            if (isKept && scenario.isOverdue(update) && now.clockSleeps == 0) {
                next.add(END + update, () -> "the clock", (worker, monitor) -> {
                    monitor.overdue(update);
                    return () -> "ends " + scenario.updateName(update) + ", which is overdue";
                });
            }
            if (scenario.isSlow(scenario.lane(update)) && isQueued && !now.is(update, Worker.AGED)) {
                next.add(END + update, () -> scenario.updateName(update), (worker, monitor) -> {
                    worker.marks[update] |= Worker.AGED;
                    return () -> "has waited for a while";
                });
            }
            return;
        }
        Taken hand = now.handOf(update);
        boolean leads = hand != null && hand.updates.get(0) == update;
        if (now.states[update] == Worker.STANDS
                && !leads
                && !now.is(update, Worker.GONE)
                && left(now, Trouble.GIVE_UP)) {
            next.add(END + update, () -> scenario.updateName(update), (worker, monitor) -> {
                use(worker, Trouble.GIVE_UP);
                worker.marks[update] |= Worker.GONE;
                return () -> "gives up";
            });
        } else if (now.states[update] == Worker.STANDS && now.is(update, Worker.GONE) && !now.is(update, Worker.LEFT)) {
            next.add(END + update, () -> scenario.updateName(update), (worker, monitor) -> {
                monitor.leave(update);
                return () -> "leaves its lines";
            });
        }
    }

    /** Returns true if an update stands behind a lock that is held outside, or behind a caller. */
    private boolean isKept(Worker now, int update) {
        for (Taken hand : now.hands) {
            int kept = hand.attends == Worker.NOTHING ? 0 : 1 << hand.attends;
            kept |= hand.kind == Kind.CALLER ? hand.lines : 0;
            if ((scenario.entriesOf(update) & kept) != 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean left(Worker now, Trouble trouble) {
        return now.troubles[trouble.ordinal()] > 0;
    }

    private static void use(Worker worker, Trouble trouble) {
        worker.troubles[trouble.ordinal()]--;
    }

    // Threads of bolts, and the clock.

    private void looks(Worker now, int lane, Next next) {
        Supplier<String> name = () -> "a thread of " + scenario.laneName(lane);
        boolean isRoused = (now.lanes[lane] & Worker.ROUSED) != 0;
        if (now.looking[lane] > 0 || isRoused && now.asleep[lane] > 0) {
            next.add(LOOK + lane, name, (worker, monitor) -> monitor.look(lane));
        }
        if ((now.lanes[lane] & Worker.DROWSY) != 0) {
            next.add(SLEEP, name, (worker, monitor) -> {
                monitor.sleep(lane);
                return () -> "sleeps";
            });
        }
        if (scenario.has("idle") && now.asleep[lane] > 0) {
            next.add(Steps.NO_DUTY, name, (worker, monitor) -> {
                monitor.idles(lane);
                return () -> "has slept for long";
            });
        }
    }

    private boolean isIdle(Worker now) {
        Monitor monitor = new Monitor(now);
        boolean idle = true;
        for (int lane = 1; lane < scenario.lanes(); lane++) {
            idle &= !monitor.hasToDo(lane);
        }
        for (int entry = 0; entry < scenario.entries(); entry++) {
            idle &= !now.rests(entry) && !now.isShared(entry);
        }
        for (Taken hand : now.hands) {
            idle &= hand.attends == Worker.NOTHING;
        }
        return idle;
    }

    private void ticks(Worker now, int lane, Next next) {
        if (!scenario.hasClock() || !new Monitor(now).hasToDo(lane)) {
            return;
        }
        next.add(TICK + lane, () -> "the clock", (worker, monitor) -> {
            monitor.relieve(lane);
            return () -> "looks at " + scenario.laneName(lane);
        });
        if (scenario.isSlow(lane) && !now.candidates.get(lane).isEmpty()) {
            next.add(Steps.NO_DUTY, () -> "the clock", (worker, monitor) -> {
                monitor.isBehind(lane);
                return () -> "finds that " + scenario.laneName(lane) + " is behind";
            });
        }
        if ((now.lanes[lane] & Worker.BEHIND) != 0) {
            next.add(Steps.NO_DUTY, () -> "the clock", (worker, monitor) -> {
                worker.lanes[lane] &= ~Worker.BEHIND;
                return () -> "finds that " + scenario.laneName(lane) + " is not behind";
            });
        }
    }

    // Takers.

    private void goesOn(Worker now, Taken hand, int number, Next next) {
        if (hand.is(Taken.TELLS)) {
            tells(now, hand, number, next);
            return;
        }
        int first = hand.updates.get(0);
        Supplier<String> name = () -> name(hand);
        boolean hangs = hand.updates.stream().anyMatch(scenario::hangs);
        boolean isQuick = hand.lane != LinesScenario.CALLERS && scenario.isQuick(hand.lane);
        if (scenario.hasClock() && now.clockSleeps == 0 && !hand.is(Taken.OLD) && hand.lines != 0 && !isQuick) {
            next.add(OLD + first, name, (worker, monitor) -> {
                worker.hands.get(number).flags |= Taken.OLD;
                return () -> "is at work for a moment";
            });
        }
        if (hand.kind == Kind.CALLER && now.is(first, Worker.GONE)) {
            // Its thread knows nothing of these lines.
            return;
        } else if (scenario.asks() && hand.kind == Kind.ROUND && !hand.is(Taken.WAITS)) {
            awaits(now, hand, number, next);
        }
        if (hangs) {
            if (hand.updates.size() > 1 && hand.is(Taken.OLD) && scenario.holds(LinesRule.HANGING_LETS_GO)) {
                next.add(LET_GO, name, (worker, monitor) -> letsGo(worker, monitor, worker.hands.get(number)));
            }
            return;
        }
        if (hand.is(Taken.WAITS)) {
            waits(now, hand, number, next);
            return;
        } else if (scenario.asks() && hand.kind == Kind.ROUND && !hand.is(Taken.ASKS)) {
            return;
        }
        next.add(HAND + first, name, (worker, monitor) -> asks(worker, monitor, worker.hands.get(number), 0));
        finds(now, hand, number, next);
    }

    /** A round asks its server, whose answer may take long. One that hangs goes on to compute after that. */
    private void awaits(Worker now, Taken hand, int number, Next next) {
        int first = hand.updates.get(0);
        boolean hangs = hand.updates.stream().anyMatch(scenario::hangs);
        int flag = !hand.is(Taken.ASKS) ? Taken.ASKS : hand.is(Taken.ASKS_LONG) ? Taken.LATE : Taken.ASKS_LONG;
        if (hangs && hand.is(Taken.ASKS)) {
            next.add(HAND + first, () -> name(hand), (worker, monitor) -> {
                worker.hands.get(number).flags |= Taken.LATE;
                return () -> "computes what hangs";
            });
        }
        if (!hand.is(flag) && (flag == Taken.ASKS || now.clockSleeps == 0)) {
            next.add(flag == Taken.ASKS ? HAND + first : Steps.NO_DUTY, () -> name(hand), (worker, monitor) -> {
                worker.hands.get(number).flags |= flag;
                return () -> flag == Taken.ASKS
                        ? "asks"
                        : flag == Taken.LATE ? "has no answer for long" : "has no answer for a moment";
            });
        }
    }

    /** Writes what can be written. What it finds held is waited for. */
    private Supplier<String> asks(Worker worker, Monitor monitor, Taken hand, int unanswered) {
        List<Integer> updates = List.copyOf(hand.updates);
        int held = held(worker, updates.get(0));
        if (held != 0 && hand.kind == Kind.CALLER) {
            monitor.waitsOutside(hand, Integer.numberOfTrailingZeros(held));
            return () -> "waits for the lock of " + LinesScenario.entryNames(held);
        }
        if (!scenario.holds(LinesRule.ROUND_WAITS_FOR_NO_LOCK) && !isFreeOutside(worker, hand)) {
            return () -> "waits";
        }
        int made = 0;
        int left = 0;
        int busy = 0;
        for (int update : updates) {
            int entries = scenario.entriesOf(update);
            if ((entries & (left | unanswered)) == 0 && held(worker, update) == 0) {
                made |= write(worker, update);
            } else {
                busy |= (entries & left) == 0 ? Integer.lowestOneBit(held(worker, update)) : 0;
                left |= entries;
            }
        }
        giveBack(monitor, hand, made, busy, unanswered);
        String kept = busy == 0 && unanswered == 0 ? "" : ", but for what is held or has no answer";
        return () -> "has made " + monitor.names(updates) + kept;
    }

    /** Returns the entries of an update whose locks are held outside. */
    private int held(Worker worker, int update) {
        int held = 0;
        for (int entry : each(scenario.entriesOf(update))) {
            held |= (worker.lines[entry] & Worker.HELD) != 0 ? 1 << entry : 0;
        }
        return held;
    }

    /** What may come in place of a written round. */
    private void finds(Worker now, Taken hand, int number, Next next) {
        Supplier<String> name = () -> name(hand);
        for (int entry : each(left(now, Trouble.RESTS) && hand.kind == Kind.ROUND ? hand.lines : 0)) {
            next.add(Steps.NO_DUTY, name, (worker, monitor) -> {
                use(worker, Trouble.RESTS);
                return asks(worker, monitor, worker.hands.get(number), 1 << entry);
            });
        }
        boolean isCaller = hand.kind == Kind.CALLER;
        for (int most = isCaller ? 1 : 0;
                most < hand.updates.size() && left(now, Trouble.AGAIN) && isFreeOutside(now, hand);
                most++) {
            int some = most;
            next.add(Steps.NO_DUTY, name, (worker, monitor) -> {
                use(worker, Trouble.AGAIN);
                Taken own = worker.hands.get(number);
                giveBack(monitor, own, write(worker, own, some), 0, 0);
                return () -> "writes " + some + " of " + monitor.names(hand.updates);
            });
        }
        if (isCaller && hand.updates.size() == 1 && !scenario.isJoint(hand.updates.get(0))) {
            alongs(now, number, next, name);
        }
    }

    private void alongs(Worker now, int number, Next next, Supplier<String> name) {
        Worker tried = new Worker(scenario, next.from);
        new Monitor(tried).along(tried.hands.get(number));
        if (!tried.text().equals(now.text())) {
            next.add(Steps.NO_DUTY, name, (worker, monitor) -> {
                Taken own = worker.hands.get(number);
                monitor.along(own);
                return () -> "takes along, has " + monitor.names(own.updates);
            });
        }
    }

    private boolean isFreeOutside(Worker now, Taken hand) {
        return hand.updates.stream().allMatch(update -> held(now, update) == 0);
    }

    private void waits(Worker now, Taken hand, int number, Next next) {
        Supplier<String> name = () -> name(hand);
        int first = hand.updates.get(0);
        int held = held(now, first);
        if (held == 0) {
            next.add(HAND + first, name, (worker, monitor) -> {
                Taken own = worker.hands.get(number);
                giveBack(monitor, own, write(worker, own, own.updates.size()), 0, 0);
                return () -> "is granted the lock, writes " + monitor.names(hand.updates);
            });
        } else if (hand.attends != Worker.NOTHING && (held >> hand.attends & 1) == 0) {
            next.add(HAND + first, name, (worker, monitor) -> {
                monitor.waitsOutside(worker.hands.get(number), Integer.numberOfTrailingZeros(held));
                return () -> "finds the lock of " + LinesScenario.entryNames(held) + " held in turn";
            });
        }
        boolean isClosed = hand.updates.stream().allMatch(update -> now.isClosed(scenario.owner(update)));
        if (hand.kind == Kind.ATTENDANT && isClosed && scenario.holds(LinesRule.CLOSE_ENDS_ITS_WAITS)) {
            next.add(END + first, name, (worker, monitor) -> {
                giveBack(monitor, worker.hands.get(number), 0, 0, 0);
                return () -> "is interrupted";
            });
        }
        if (hand.kind == Kind.ATTENDANT && hand.updates.stream().allMatch(scenario::isOverdue)) {
            next.add(END + first, name, (worker, monitor) -> {
                Taken own = worker.hands.get(number);
                int ended = 0;
                for (int update : own.updates) {
                    worker.marks[update] |= Worker.DROPPED;
                    ended |= 1 << update;
                }
                giveBack(monitor, own, ended, 0, 0);
                return () -> "has waited in vain";
            });
        }
    }

    private Supplier<String> letsGo(Worker worker, Monitor monitor, Taken hand) {
        int hanging = 0;
        while (!scenario.hangs(hand.updates.get(hanging))) {
            hanging++;
        }
        int kept = hand.updates.get(hanging);
        int made = write(worker, hand, hanging);
        List<Integer> some =
                hand.updates.stream().filter(update -> update != kept).toList();
        monitor.giveBackSome(hand, some, made);
        return () -> "lets go of " + monitor.names(some);
    }

    /** Writes the first updates of a hand. Returns which were written. */
    private int write(Worker worker, Taken hand, int most) {
        int made = 0;
        for (int update : List.copyOf(hand.updates.subList(0, most))) {
            made |= write(worker, update);
        }
        return made;
    }

    private int write(Worker worker, int update) {
        if (worker.is(update, Worker.GONE) && scenario.holds(LinesRule.GONE_IS_LEFT_OUT)) {
            return 0;
        }
        if (!(worker.states[update] == Worker.STANDS && !worker.is(update, Worker.WRITTEN | Worker.GONE))) {
            throw new BrokenInvariant("ONCE: " + scenario.updateName(update) + " is written, and has ended before");
        }
        for (int place : worker.standing) {
            judgeOrder(worker, place & 15, update);
        }
        worker.marks[update] |= Worker.WRITTEN;
        return 1 << update;
    }

    private void judgeOrder(Worker worker, int other, int update) {
        int both = scenario.entriesOf(other) & scenario.entriesOf(update);
        if (other == update
                || scenario.owner(other) != scenario.owner(update)
                || both == 0
                || worker.is(other, Worker.WRITTEN | Worker.STEPPED_OVER)) {
            return;
        }
        List<Integer> line = worker.line(each(both).get(0));
        boolean isBefore = scenario.isEndless(update) ? line.indexOf(other) < line.indexOf(update) : other < update;
        if (isBefore) {
            throw new BrokenInvariant(
                    "ORDER: " + scenario.updateName(update) + " is written before " + scenario.updateName(other));
        }
    }

    private void giveBack(Monitor monitor, Taken hand, int made, int busy, int rest) {
        if (hand.kind == Kind.CALLER) {
            // A caller leaves with its own update, whatever came of it.
            monitor.giveBack(hand, made | 1 << hand.updates.get(0), busy, rest);
        } else if (scenario.holds(LinesRule.TOLD_WHEN_FREE)) {
            int lines = hand.lines;
            monitor.giveBack(hand, made, busy, rest);
            hand.flags |= scenario.holds(LinesRule.GIVEN_BACK_ONCE) ? 0 : lines << Taken.AGAIN;
        } else {
            monitor.settleOnly(hand, made);
        }
    }

    // Results.

    private void tells(Worker now, Taken hand, int number, Next next) {
        int owner = hand.next();
        Supplier<String> name = () -> name(hand) + ", which tells,";
        if (hand.telling.isEmpty()) {
            next.add(
                    hand.kind == Kind.ROUND && hand.untold == 1 << owner ? BEGIN + owner : BEGIN_OF_OTHERS,
                    name,
                    (worker, monitor) -> begins(worker, monitor, worker.hands.get(number), owner));
        } else {
            int update = hand.telling.get(0);
            int downstream = scenario.downstream(owner);
            boolean hasRoom = downstream == Worker.NOTHING
                    || now.isClosed(downstream)
                    || received(now, owner) - now.submitted[downstream] < 1;
            if (hasRoom && !scenario.isStuck(owner)) {
                next.add(TELL + owner, name, (worker, monitor) -> {
                    Taken own = worker.hands.get(number);
                    own.telling.remove(0);
                    judgeTold(worker, update);
                    monitor.done(update);
                    return () -> "tells " + scenario.updateName(update);
                });
            }
        }
    }

    private Supplier<String> begins(Worker worker, Monitor monitor, Taken hand, int owner) {
        List<Integer> box = worker.boxes.get(owner);
        boolean isOther = (worker.owners[owner] & Worker.TELLING) != 0 && !hand.is(Taken.OPENED);
        boolean isOver = hand.is(Taken.OPENED) && scenario.holds(LinesRule.TOLD_IN_TURNS);
        if (box.isEmpty() || isOver || isOther && scenario.holds(LinesRule.TOLD_BY_ONE)) {
            worker.owners[owner] &= hand.is(Taken.OPENED) ? ~Worker.TELLING : -1;
            hand.flags &= ~Taken.OPENED;
            boolean isDone = box.isEmpty() || isOther;
            hand.untold &= isDone ? ~(1 << owner) : -1;
            boolean hasOthers = (hand.untold & ~(1 << owner)) != 0;
            hand.turn = hasOthers ? owner + 1 : 0;
            if (hand.untold == 0) {
                monitor.toldAll(hand);
            }
            return () -> "has told for " + scenario.ownerName(owner);
        }
        worker.owners[owner] |= Worker.TELLING;
        hand.flags |= Taken.OPENED;
        hand.telling.addAll(box);
        box.clear();
        return () -> "begins to tell for " + scenario.ownerName(owner);
    }

    private void judgeTold(Worker worker, int update) {
        for (int other : scenario.program(scenario.owner(update))) {
            boolean isBefore = other < update
                    && !scenario.isEndless(update)
                    && (scenario.entriesOf(other) & scenario.entriesOf(update)) != 0
                    && worker.states[other] == Worker.SETTLED
                    && worker.is(other, Worker.WRITTEN)
                    && worker.is(update, Worker.WRITTEN)
                    && !worker.is(other, Worker.STEPPED_OVER)
                    && !worker.is(update, Worker.STEPPED_OVER);
            if (!(!isBefore)) {
                throw new BrokenInvariant(
                        "TOLD: " + scenario.updateName(update) + " is told before " + scenario.updateName(other));
            }
        }
    }

    // Lines.

    private void lines(Worker now, int entry, Next next) {
        Supplier<String> name = () -> "line " + LinesScenario.entryNames(1 << entry);
        if ((now.lines[entry] & Worker.UNATTENDED) != 0) {
            if (scenario.holds(LinesRule.BUSY_IS_ATTENDED)) {
                next.add(ATTEND + entry, () -> "an attendant", (worker, monitor) -> monitor.attend(entry));
            }
            if (left(now, Trouble.ALONE)) {
                next.add(Steps.NO_DUTY, name, (worker, monitor) -> {
                    use(worker, Trouble.ALONE);
                    monitor.restsUnattended(entry);
                    return () -> "has no attendant, and rests";
                });
            }
        }
        boolean isWanted = now.hands.stream()
                .flatMap(hand -> hand.is(Taken.TELLS) ? Stream.empty() : hand.updates.stream())
                .anyMatch(update -> (scenario.entriesOf(update) >> entry & 1) != 0);
        if ((now.lines[entry] & Worker.HELD) != 0) {
            next.add(
                    scenario.has("held") ? Steps.NO_DUTY : OUTSIDE + entry,
                    () -> "somebody outside",
                    (worker, monitor) -> {
                        worker.lines[entry] &= ~Worker.HELD;
                        return () -> "lets go of " + LinesScenario.entryNames(1 << entry);
                    });
        } else if (left(now, Trouble.BUSY) && isWanted && scenario.mayBeHeld(entry)) {
            next.add(Steps.NO_DUTY, () -> "somebody outside", (worker, monitor) -> {
                use(worker, Trouble.BUSY);
                worker.lines[entry] |= Worker.HELD;
                return () -> "locks " + LinesScenario.entryNames(1 << entry);
            });
        }
        if (now.rests(entry)) {
            next.add(REST + entry, name, (worker, monitor) -> {
                monitor.free(entry);
                return () -> "has rested";
            });
        }
    }

    // What must always hold.

    private void judge(Worker worker) {
        for (int update = 0; update < scenario.updates(); update++) {
            boolean stands = worker.states[update] == Worker.STANDS;
            if (stands && scenario.isJoint(update) && worker.waitsOutside(update)) {
                worker.marks[update] |= Worker.STEPPED_OVER;
            }
            if (!(!worker.isQueued(update) || !worker.isClosed(scenario.owner(update)))) {
                throw new BrokenInvariant(
                        "CLOSED: " + scenario.updateName(update) + " of a closed owner waits for its turn");
            }
            if (!(!isReady(worker, update) || isLookedFor(worker, update))) {
                throw new BrokenInvariant("WAKE: " + scenario.updateName(update) + " is ready, and nobody looks");
            }
        }
        judgeTakers(worker);
        for (int entry = 0; entry < scenario.entries(); entry++) {
            if (!(!worker.isInTable(entry)
                    || !worker.line(entry).isEmpty()
                    || (worker.lines[entry] & Worker.UNATTENDED) != 0
                    || worker.handOfLine(entry) != null)) {
                throw new BrokenInvariant(
                        "LEFT: line " + LinesScenario.entryNames(1 << entry) + " is empty, and not forgotten");
            }
        }
    }

    /** Who waits for a lock outside has no line. */
    private void judgeTakers(Worker worker) {
        int taken = 0;
        for (Taken hand : worker.hands) {
            int entries = 0;
            for (int update : hand.is(Taken.WAITS | Taken.TELLS) ? List.<Integer>of() : hand.updates) {
                entries |= scenario.entriesOf(update);
            }
            if (!((entries & taken) == 0)) {
                throw new BrokenInvariant("TAKER: two take of " + LinesScenario.entryNames(entries & taken));
            }
            taken |= entries;
        }
    }

    /** The rule in other words: its lines are free, and what stands before it waits for locks outside. */
    private boolean isReady(Worker worker, int update) {
        int left = scenario.entriesOf(update);
        if (worker.is(update, Worker.GONE) || worker.stands(update) != left || !worker.isQueued(update)) {
            return false;
        }
        if (!each(left).stream().allMatch(scenario.isCaller(update) ? worker::isOpen : worker::isFree)) {
            return false;
        }
        for (int place : worker.standing) {
            int other = place & 15;
            if (other == update) {
                left &= ~(place >> 4);
            } else if ((place >> 4 & left) != 0 && !(scenario.isJoint(other) && worker.waitsOutside(other))) {
                return false;
            }
        }
        return true;
    }

    private boolean isLookedFor(Worker worker, int update) {
        int lane = scenario.lane(update);
        boolean isCandidate = false;
        for (int entry : worker.candidates.get(lane)) {
            isCandidate |= (scenario.entriesOf(update) >> entry & 1) != 0;
        }
        boolean isRoused = (worker.lanes[lane] & Worker.ROUSED) != 0 && worker.asleep[lane] > 0;
        boolean isAwake = worker.threads(lane) > worker.asleep[lane] || isRoused;
        for (Taken hand : worker.hands) {
            if (hand.isThreadOf(lane) && (hand.behind & scenario.entriesOf(update)) != 0) {
                return true;
            }
        }
        for (int passed = 0; passed < scenario.updates(); passed++) {
            // Its bolt takes nothing else until that comes back.
            if (worker.is(passed, Worker.PASSED) && scenario.lane(passed) == lane && isInHand(worker, passed)) {
                return true;
            }
        }
        return !scenario.isCaller(update) && isCandidate && isAwake && (worker.lanes[lane] & Worker.DROWSY) == 0;
    }

    private boolean isInHand(Worker worker, int update) {
        return worker.hands.stream().anyMatch(hand -> (hand.lines & scenario.entriesOf(update)) != 0);
    }

    private String name(Taken hand) {
        return hand.kind.name().toLowerCase(java.util.Locale.ROOT) + " of " + scenario.laneName(hand.lane);
    }
}
