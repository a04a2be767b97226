package io.github.stormlock.internal.protocol;

import io.github.stormlock.internal.protocol.Situation.Given;
import io.github.stormlock.internal.protocol.Situation.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares the answer of a script, one of whose commands was refused, with what the script left. */
final class ScriptClaims {
    private static final long GIFT_MILLIS = 50;
    private static final List<Long> PASSED_WITHIN = List.of(1L, 6L);

    private final Situation situation;
    private final @Nullable Object reply;
    private final boolean raised;
    private final Keyspace before;
    private final Keyspace after;
    private final List<String> lies = new ArrayList<>();

    /** @param raised true if the reply is an error */
    private ScriptClaims(Situation situation, @Nullable Object reply, boolean raised, Keyspace before, Keyspace after) {
        this.situation = situation;
        this.reply = reply;
        this.raised = raised;
        this.before = before;
        this.after = after;
    }

    static List<String> lies(
            Situation situation, @Nullable Object reply, boolean raised, Keyspace before, Keyspace after) {
        ScriptClaims claims = new ScriptClaims(situation, reply, raised, before, after);
        claims.ofAll();
        switch (situation.kind()) {
            case ACQUIRE -> claims.ofAnAcquisition();
            case ATTEMPT -> {
                claims.demand(before.lock().equals(after.lock()), "the lock was changed");
                claims.ofAnAttempt();
            }
            case COMMIT -> {
                claims.ofTheLockOfACommit();
                claims.ofAnAttempt();
            }
            case RELEASE, WITHDRAW -> claims.ofARelease();
            case RENEW -> claims.ofARenewal();
            case FENCE -> claims.ofAFence();
        }
        return claims.lies;
    }

    private void ofAll() {
        demand(after.endless().isEmpty(), "never expires: " + after.endless());
        if (before.lock().equals(Given.STRANGER)) {
            demand(after.lock().equals(Given.STRANGER), "the lock of another was taken away");
        }
        if (after.lock().equals(Given.WAITER)) {
            demand(after.lockMillis() <= GIFT_MILLIS, "a gift stands for " + after.lockMillis() + " ms");
        }
        if (situation.kind() != Kind.ATTEMPT && situation.kind() != Kind.COMMIT) {
            demand(before.entry().equals(after.entry()), "the entry was written");
            demand(before.marks().equals(after.marks()), "marks were written");
        }
    }

    private void ofAnAcquisition() {
        boolean stands = after.lock().equals(ScriptBench.TOKEN);
        if (code() == 1) {
            demand(stands && after.lockMillis() > Given.LEFT, "granted, and the lock has " + after.lock());
            List<?> parts = (List<?>) reply;
            demand(parts.get(1).equals(1L), "the entry exists, and that is denied");
            boolean selected = situation == Situation.ACQUIRE_SELECTED;
            demand(selected || ((List<?>) parts.get(2)).contains("z"), "the entry was read as " + parts.get(2));
        } else {
            demand(!stands, "not granted, and the lock is held");
        }
    }

    private void ofATornWrite() {
        situation.added().forEach((scope, id) -> demand(after.remembers(scope, id), "torn, and " + id + " is not"));
    }

    private void nothingIsWritten() {
        demand(before.entry().equals(after.entry()), "not written, and the entry is");
        demand(before.entryMillis() == after.entryMillis(), "not written, and the entry expires");
        demand(before.marks().equals(after.marks()), "not written, and marks are");
    }

    private void ofTheLockOfACommit() {
        // A lock that could not be given back may be free, or not.
        boolean holds = code() != 1
                ? before.lock().equals(after.lock())
                : ((List<?>) reply).get(3).equals(-1L) || !after.lock().startsWith(ScriptBench.STEM);
        demand(holds, "answered " + reply + ", and the lock has " + after.lock());
    }

    private void ofAnAttempt() {
        demand(!raised, "it answers errors itself");
        if (code() == 1) {
            demand("2".equals(after.entry().get("a")), "written, and the entry is not");
            situation
                    .added()
                    .forEach((scope, id) -> demand(after.remembers(scope, id), "written, and " + id + " is not"));
            boolean expires = situation == Situation.ATTEMPT_TWO_EVENTS_WITH_A_TIME_TO_LIVE;
            demand(!expires || after.entryMillis() > 0, "written, and the entry never expires");
        } else if (code() == 5) {
            demand(!before.entry().equals(after.entry()), "torn, and nothing is written");
            ofATornWrite();
        } else {
            nothingIsWritten();
        }
        boolean goesOn = List.of(1L, 4L, 5L).contains(code());
        switch (situation) {
            case ATTEMPT_BUSY, ATTEMPT_UNDER_A_TOKEN_THAT_IS_GONE, COMMIT_TOO_LATE ->
                demand(code() == 0 || code() == 4, "busy, answered " + reply);
            case ATTEMPT_A_REPLAY, ATTEMPT_A_REPLAY_OF_TWO ->
                demand(code() == 2 || code() == 4, "a replay, answered " + reply);
            case ATTEMPT_WHAT_CHANGED -> demand(code() == 3 || code() == 4, "a miss, answered " + reply);
            default -> demand(goesOn, "all stands, answered " + reply);
        }
    }

    /** Checks a release. A refused release is sent again, so it claims nothing. */
    private void ofARelease() {
        if (!raised && reply.equals(PASSED_WITHIN)) {
            boolean stands = after.lock().equals(Given.NEXT) && after.lockMillis() > Given.LEFT;
            demand(stands, "passed within the JVM, and the lock has " + after.lock());
        } else if (!raised) {
            demand(!after.lock().startsWith(ScriptBench.STEM), "answered " + reply + ", and the lock is held");
        }
    }

    private void ofARenewal() {
        boolean stands = after.lock().equals(ScriptBench.TOKEN);
        if (!raised) {
            demand(reply.equals(1L) ? after.lockMillis() > Given.LEFT : !stands, "answered " + reply);
        }
    }

    private void ofAFence() {
        if (reply == null) {
            demand(!after.lock().equals(ScriptBench.TOKEN), "the token is said to be gone, and it stands");
        } else if (!raised) {
            demand(reply.equals(after.fence()), "the fence " + reply + " is not kept, but " + after.fence());
            demand(Long.parseLong(after.fence()) > Long.parseLong(before.fence()), "it did not rise: " + reply);
        }
    }

    /**
     * Returns the first number of the answer. It is 1 for a number alone, by which an attempt has written, and 4 for an
     * error, which means that nothing is written.
     */
    private long code() {
        if (raised) {
            return 4;
        }
        return reply instanceof List<?> list ? (Long) list.get(0) : 1;
    }

    private void demand(boolean holds, String what) {
        if (!holds) {
            lies.add(what);
        }
    }
}
