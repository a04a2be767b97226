package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.search.BrokenInvariant;
import io.github.stormlock.lock.explored.state.Draft;
import io.github.stormlock.lock.explored.state.Group;
import io.github.stormlock.lock.explored.state.ModelFault;
import io.github.stormlock.lock.explored.state.ModelScenario;
import io.github.stormlock.lock.explored.state.Stored;
import io.github.stormlock.lock.explored.state.Told;
import io.github.stormlock.lock.explored.state.Update;
import java.util.List;

/** Writes entries, settles updates, and checks the invariants at both. */
record Judge(ModelScenario scenario) {
    /** Writes the result of a group. */
    void write(Draft draft, int entry, List<Integer> updates, int base, boolean withMarks) {
        Stored stored = draft.primary.get(entry);
        Group group = Group.applied(scenario, updates, base);
        List<Integer> written = group.written();
        BrokenInvariant.unless(
                written.isEmpty() || base == stored.value(),
                "I1: updates " + written + " were computed on " + base + " and found " + stored.value());
        for (int i = 0; i < written.size(); i++) {
            mayBeWritten(draft, stored, written, i);
        }
        int value = written.isEmpty() ? stored.value() : group.value();
        draft.store(entry, stored.written(value, withMarks ? group.events() : 0, written));
        draft.noteValue(entry);
    }

    private void mayBeWritten(Draft draft, Stored stored, List<Integer> written, int index) {
        int number = written.get(index);
        Told told = draft.told.get(number);
        BrokenInvariant.unless(!stored.log().contains(number), "I2: update " + number + " is written twice");
        BrokenInvariant.unless(
                told != Told.NOT_WRITTEN && told != Told.REJECTED,
                "TOLD: update " + number + " was told " + told + ", and is written");
        BrokenInvariant.unless(
                scenario.may(ModelFault.FAIL_OVER) || (draft.fenced & 1 << number) == 0,
                "FINAL: update " + number + " was told UNKNOWN, its entry was looked at, and it is written");
        for (List<Integer> log : List.of(stored.log(), written.subList(0, index))) {
            for (int before : log) {
                comesAfter(draft, before, number);
            }
        }
    }

    private void comesAfter(Draft draft, int before, int number) {
        Update update = scenario.update(number);
        Update earlier = scenario.update(before);
        BrokenInvariant.unless(
                !update.hasEvent() || update.event() != earlier.event(),
                "I2: the event of update " + number + " was applied by update " + before + " before");
        Told told = draft.told.get(number);
        // Without a deadline an unanswered copy may come at any time. Its event is then applied, once.
        boolean isStray = told == Told.UNKNOWN && scenario.mayStray(number);
        boolean isSwapped = before > number && earlier.caller() == update.caller();
        BrokenInvariant.unless(
                !isSwapped || told == Told.DEAD || isStray,
                "I10: update " + number + ", told " + told + ", is written after " + before + " of the same caller");
    }

    /** Settles the updates of a group that was written, or was found to stand on its base. */
    void settleGroup(Draft draft, int entry, List<Integer> updates, int base) {
        Group group = Group.applied(scenario, updates, base);
        for (int i = 0; i < updates.size(); i++) {
            int update = updates.get(i);
            switch (group.effects().get(i)) {
                case WRITES, REPEATS -> settle(draft, entry, update, Told.WRITTEN);
                case NONE -> settleOn(draft, entry, update, Told.UNCHANGED, base);
                case THROWS -> settleOn(draft, entry, update, Told.REJECTED, base);
            }
        }
    }

    /** Settles an update by a verdict on a value. */
    void settleOn(Draft draft, int entry, int update, Told verdict, int base) {
        BrokenInvariant.unless(
                (draft.since.get(update) & Draft.bitOf(base)) != 0,
                "STALE: update " + update + " was told " + verdict + " on " + base
                        + ", which the entry was never since it was submitted");
        settle(draft, entry, update, verdict);
    }

    void settle(Draft draft, int entry, int update, Told told) {
        Stored stored = draft.primary.get(entry);
        Told before = draft.told.set(update, told);
        BrokenInvariant.unless(
                before == Told.OPEN, "SETTLED: update " + update + " is told " + told + " after " + before);
        boolean isWritten = stored.log().contains(update) || (draft.cut & 1 << update) != 0;
        int event = scenario.update(update).eventBit();
        if (told == Told.WRITTEN) {
            boolean isMarked = ((stored.marks() | draft.cutMarks) & event) != 0;
            BrokenInvariant.unless(isWritten || isMarked, "I1: update " + update + " was told WRITTEN, and is not");
        } else if (told == Told.NOT_WRITTEN || told == Told.REJECTED || told == Told.UNCHANGED) {
            BrokenInvariant.unless(
                    !stored.log().contains(update), "TOLD: update " + update + " is told " + told + ", and is written");
        }
        // No more is said of it, so that states that differ in this alone become one.
        draft.since.set(update, 0);
        draft.doubted &= ~(1 << update);
    }

    /** Notes that somebody looked at an entry: an outcome that was unknown until now stays as it is. */
    void lookedAt(Draft draft, int entry) {
        for (int update = 0; update < draft.told.size(); update++) {
            if (draft.told.get(update) == Told.UNKNOWN
                    && !scenario.update(update).hasEvent()
                    && scenario.entryOfUpdate(update) == entry) {
                draft.fenced |= 1 << update;
            }
        }
    }
}
