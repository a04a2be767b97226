package io.github.stormlock.internal.protocol.quick;

import io.github.stormlock.internal.protocol.LockKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Some callers, of which one at a time does something at random: a try with a note or without, a release, a renewal. */
final class Callers {
    private static final int CALLERS = 5;
    private static final int SIZE = 4;
    /** So far apart do callers come, although they try at once: who came first must not depend on the two locks. */
    private static final long APART_MILLIS = 100;

    private final TwinLocks locks;
    private final List<LockKind> kinds;
    private final Random random;
    private final List<Caller> callers = new ArrayList<>();
    private int came;

    /** One that wants a lock, and how far it has come. */
    private static final class Caller {
        private final LockKind kind;
        private final String stem;
        private final long place;
        private final long lease;
        private int step;
        private String note = "";
        private String token = "";
        private boolean over;

        private Caller(LockKind kind, String stem, long place, long lease) {
            this.kind = kind;
            this.stem = stem;
            this.place = place;
            this.lease = lease;
        }

        private String next() {
            step++;
            return stem + step;
        }

        private boolean holds() {
            return !token.isEmpty();
        }
    }

    Callers(TwinLocks locks, List<LockKind> kinds, Random random) {
        this.locks = locks;
        this.kinds = kinds;
        this.random = random;
        for (int i = 0; i < CALLERS; i++) {
            callers.add(comes());
        }
    }

    private Caller comes() {
        came++;
        LockKind kind = kinds.get(random.nextInt(kinds.size()));
        String wish = kind.equals(LockKind.PERMITS) ? ".p" + came + '.' + (1 + random.nextInt(3)) + '.' + SIZE : "";
        // In a cluster nobody can tell whether a message was heard, so each gift stands.
        String stem = "storm-lock:c:f" + random.nextInt(2) + ":" + came + wish + ':';
        return new Caller(kind, stem, 10_000 + APART_MILLIS * came, random.nextBoolean() ? 20_000 : 40_000);
    }

    /** Has one of the callers do something. */
    void step() {
        int number = random.nextInt(CALLERS);
        Caller caller = callers.get(number);
        int choice = random.nextInt(20);
        if (choice == 0 && endsFirst(caller.kind)) {
            // The permits that are over go on to those who wait, before anything else is done.
            locks.run(caller.kind, caller.kind.withdraw(), "storm-lock:c:f9:none.p0.1.1:1", "");
        } else if (!caller.holds() && choice < 3) {
            locks.run(caller.kind, caller.kind.withdraw(), caller.next(), caller.note);
            callers.set(number, comes());
        } else if (!caller.holds()) {
            tries(caller, choice < 12);
        } else if (choice < 8 && !caller.over) {
            tries(caller, /* leaveNote= */ false);
        } else {
            releases(caller);
            callers.set(number, comes());
        }
    }

    /** One whose lease is over tries no more. Its member may be there or not, and lets it pass those that wait. */
    private boolean endsFirst(LockKind kind) {
        String member = locks.endFirst(kind);
        callers.forEach(caller -> caller.over |= !member.isEmpty() && member.startsWith(caller.stem));
        return !member.isEmpty();
    }

    private void tries(Caller caller, boolean leaveNote) {
        String left = "";
        if (leaveNote || !caller.note.isEmpty()) {
            left = caller.note.isEmpty() ? caller.next() : caller.note;
        }
        String token = caller.next();
        List<?> reply = locks.run(
                caller.kind, caller.kind.acquire(), token, caller.lease, left, caller.place, caller.note, 1, "");
        if (reply.get(0).equals(1L)) {
            caller.token = token;
            caller.note = "";
        } else {
            caller.note = left;
        }
    }

    private void releases(Caller caller) {
        Caller next = callers.get(random.nextInt(CALLERS));
        boolean names = next.kind.equals(caller.kind)
                && caller.kind.has(LockKind.Trait.PASSED_WITHIN)
                && !next.holds()
                && random.nextBoolean();
        List<Object> arguments = new ArrayList<>(List.of(caller.token, 10, random.nextInt(2)));
        String nextToken = next.next();
        if (names) {
            arguments.addAll(List.of(nextToken, next.note, next.lease));
        }
        List<?> reply = locks.run(caller.kind, caller.kind.release(), arguments.toArray());
        if (reply.size() > 1 && reply.get(1).equals(6L)) {
            next.token = nextToken;
            next.note = "";
        }
        if (random.nextInt(4) == 0) {
            locks.run(caller.kind, caller.kind.release(), caller.token, 10, 0);
        }
    }
}
