package io.github.stormlock.lock.explored.several;

import io.github.stormlock.lock.explored.search.BrokenInvariant;
import io.github.stormlock.lock.explored.search.Explorable;
import io.github.stormlock.lock.explored.search.Steps;
import io.github.stormlock.lock.explored.several.LocksState.Hold;
import io.github.stormlock.lock.explored.several.LocksState.Lock;
import io.github.stormlock.lock.explored.several.LocksState.Phase;
import io.github.stormlock.lock.explored.several.LocksState.Waiter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Waiters that each take several locks by one script, all or none, and wait at the first busy one. What they have got by
 * then goes on to those who wait for it. A waiter that has lost two turns in this way keeps, for a moment, the locks that
 * come before the busy one. Gifts and kept locks end by themselves, a few times before they are taken.
 *
 * <p>The model says that nobody waits for ever, and that no lock is held by a waiter that does not know it.
 */
final class LocksModel implements Explorable<LocksState> {
    private static final int MOST_LOST = 2;

    private final int locks;
    private final List<List<Integer>> wanted;
    private final int times;
    private final int ends;
    private final boolean keeps;

    /**
     * Creates a model.
     *
     * @param wanted the locks that each waiter wants, rising
     * @param times how often each of them takes its locks; 0 if the first does so once, and the others for ever
     * @param ends how many gifts and kept locks may end before they are taken
     * @param keeps false to break a rule: a waiter that has lost its turns keeps nothing
     */
    LocksModel(List<List<Integer>> wanted, int times, int ends, boolean keeps) {
        this.wanted = wanted;
        this.times = times;
        this.ends = ends;
        this.keeps = keeps;
        this.locks = 1
                + wanted.stream()
                        .flatMap(List::stream)
                        .mapToInt(Integer::intValue)
                        .max()
                        .orElseThrow();
    }

    @Override
    public LocksState start() {
        return new LocksState(
                Collections.nCopies(locks, Lock.free(List.of())),
                Collections.nCopies(wanted.size(), new Waiter(Phase.TRIES, LocksState.NOBODY, 0, times)),
                ends);
    }

    @Override
    public boolean isAtRest(LocksState state) {
        return times == 0
                ? state.waiters().get(0).phase() == Phase.GONE
                : state.waiters().stream().allMatch(waiter -> waiter.phase() == Phase.GONE);
    }

    @Override
    public void addSteps(LocksState from, Steps<LocksState> steps) {
        if (isAtRest(from)) {
            return;
        }
        for (int number = 0; number < wanted.size(); number++) {
            int waiter = number;
            Draft draft = new Draft(from);
            switch (from.waiters().get(number).phase()) {
                case TRIES -> {
                    draft.tries(waiter);
                    steps.add(() -> "waiter " + waiter + " tries", waiter, draft.finished());
                }
                case HOLDS -> {
                    draft.givesBack(waiter);
                    steps.add(() -> "waiter " + waiter + " gives its locks back", waiter, draft.finished());
                }
                case PARKED -> {
                    draft.phase(waiter, Phase.TRIES);
                    steps.add(() -> "waiter " + waiter + " looks again", waiter, draft.finished());
                }
                case GONE -> {}
            }
        }
        for (int number = 0; number < locks; number++) {
            Lock lock = from.locks().get(number);
            if (from.ends() > 0 && lock.holder() != LocksState.NOBODY && lock.hold() != Hold.GRANTED) {
                ends(from, number, lock, steps);
            }
        }
    }

    /** Ends a gift or a kept lock by its expiry, which wakes nobody. A waiter that kept it begins to count anew. */
    private void ends(LocksState from, int number, Lock lock, Steps<LocksState> steps) {
        Draft draft = new Draft(from);
        draft.locks.set(number, Lock.free(lock.notes()));
        if (lock.hold() == Hold.KEPT) {
            Waiter keeper = draft.waiters.get(lock.holder());
            draft.waiters.set(lock.holder(), new Waiter(keeper.phase(), keeper.at(), 0, keeper.left()));
        }
        draft.endsLeft--;
        steps.add(() -> "lock " + number + " ends as " + lock.hold(), Steps.NO_DUTY, draft.finished());
    }

    /** A state that one step is changing. */
    private final class Draft {
        private final List<Lock> locks;
        private final List<Waiter> waiters;
        private int endsLeft;

        private Draft(LocksState from) {
            locks = new ArrayList<>(from.locks());
            waiters = new ArrayList<>(from.waiters());
            endsLeft = from.ends();
        }

        private LocksState finished() {
            for (int lock = 0; lock < locks.size(); lock++) {
                int holder = locks.get(lock).holder();
                BrokenInvariant.unless(
                        holder == LocksState.NOBODY
                                || locks.get(lock).hold() != Hold.GRANTED
                                || waiters.get(holder).phase() == Phase.HOLDS,
                        "HELD: lock " + lock + " is held by a waiter that does not know it");
            }
            return new LocksState(List.copyOf(locks), List.copyOf(waiters), endsLeft);
        }

        private void phase(int number, Phase phase) {
            Waiter now = waiters.get(number);
            waiters.set(number, new Waiter(phase, now.at(), now.lost(), now.left()));
        }

        private boolean isFor(int lock, int number) {
            int holder = locks.get(lock).holder();
            return holder == LocksState.NOBODY || holder == number;
        }

        private void tries(int number) {
            int busy = LocksState.NOBODY;
            for (int lock : wanted.get(number)) {
                if (!isFor(lock, number)) {
                    busy = lock;
                    break;
                }
            }
            if (busy == LocksState.NOBODY) {
                for (int lock : wanted.get(number)) {
                    locks.set(lock, new Lock(number, Hold.GRANTED, without(lock, number)));
                }
                phase(number, Phase.HOLDS);
                return;
            }
            Waiter before = waiters.get(number);
            boolean keepsNow = keeps && before.lost() >= MOST_LOST;
            boolean turnLost = before.at() != LocksState.NOBODY && before.at() != busy;
            int lost = Math.min(MOST_LOST, before.lost() + (turnLost ? 1 : 0));
            waiters.set(number, new Waiter(Phase.PARKED, busy, lost, before.left()));
            leaveNote(busy, number);
            for (int lock : wanted.get(number)) {
                if (lock == busy) {
                    continue;
                }
                locks.set(lock, withNotes(lock, without(lock, number)));
                boolean own = lock < busy || locks.get(lock).holder() == number;
                if (!own) {
                    continue;
                } else if (keepsNow && lock < busy) {
                    locks.set(lock, new Lock(number, Hold.KEPT, locks.get(lock).notes()));
                } else {
                    handOver(lock);
                }
            }
        }

        private void leaveNote(int lock, int number) {
            List<Integer> notes = new ArrayList<>(without(lock, number));
            notes.add(number);
            // The places are by the time when the waiters came. Here that is their order.
            Collections.sort(notes);
            locks.set(lock, withNotes(lock, notes));
        }

        private List<Integer> without(int lock, int number) {
            List<Integer> notes = new ArrayList<>(locks.get(lock).notes());
            notes.remove((Integer) number);
            return List.copyOf(notes);
        }

        private Lock withNotes(int lock, List<Integer> notes) {
            Lock now = locks.get(lock);
            return new Lock(now.holder(), now.hold(), List.copyOf(notes));
        }

        private void handOver(int lock) {
            List<Integer> notes = locks.get(lock).notes();
            if (notes.isEmpty()) {
                locks.set(lock, Lock.free(notes));
                return;
            }
            int first = notes.get(0);
            locks.set(lock, new Lock(first, Hold.GIVEN, notes.subList(1, notes.size())));
            if (waiters.get(first).phase() == Phase.PARKED) {
                phase(first, Phase.TRIES);
            }
        }

        private void givesBack(int number) {
            wanted.get(number).forEach(this::handOver);
            Waiter before = waiters.get(number);
            boolean isLast = times == 0 ? number == 0 : before.left() == 1;
            int left = times == 0 ? 0 : before.left() - 1;
            waiters.set(number, new Waiter(isLast ? Phase.GONE : Phase.TRIES, LocksState.NOBODY, 0, left));
        }
    }
}
