package io.github.stormlock.internal.protocol;

import static io.github.stormlock.internal.protocol.ScriptBench.ENTRY;
import static io.github.stormlock.internal.protocol.ScriptBench.FENCE_KEY;
import static io.github.stormlock.internal.protocol.ScriptBench.LOCK;
import static io.github.stormlock.internal.protocol.ScriptBench.STEM;
import static io.github.stormlock.internal.protocol.ScriptBench.TOKEN;
import static io.github.stormlock.internal.protocol.ScriptBench.WAITING;

import io.github.stormlock.entry.BlindChange;
import io.github.stormlock.redis.Script;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** The situations that a script may find, each with what the script is asked for. */
enum Situation {
    ACQUIRE_FREE(Kind.ACQUIRE, "", false, (bench, script) -> acquire(bench, script, "", "100")),
    ACQUIRE_AGAIN(Kind.ACQUIRE, STEM + "2", false, (bench, script) -> acquire(bench, script, "", "100")),
    ACQUIRE_TOO_LARGE(Kind.ACQUIRE, "", true, (bench, script) -> acquire(bench, script, "", "1")),
    ACQUIRE_SELECTED(
            Kind.ACQUIRE,
            "",
            false,
            (bench, script) -> bench.run(
                    script,
                    List.of(LOCK, WAITING, ENTRY),
                    TOKEN,
                    Given.LEASE,
                    "",
                    0,
                    "",
                    1,
                    "",
                    "0",
                    "HLEN",
                    "HMGET",
                    1,
                    "none")),
    ACQUIRE_BUSY(Kind.ACQUIRE, Given.STRANGER, false, (bench, script) -> acquire(bench, script, TOKEN, "100")),
    ATTEMPT(Kind.ATTEMPT, "", false, attempt -> attempt),
    ATTEMPT_BEFORE_A_DEADLINE(Kind.ATTEMPT, "", false, attempt -> attempt.deadline(Long.MAX_VALUE / 1_024)),
    ATTEMPT_A_POSITION(Kind.ATTEMPT, "", false, attempt -> attempt.position("p", 9, 8)),
    ATTEMPT_AN_ID(Kind.ATTEMPT, "", false, attempt -> attempt.opaque("o", "new")),
    ATTEMPT_A_FIRST_POSITION(Kind.ATTEMPT, "", false, attempt -> attempt.position("q", 9, 8)),
    ATTEMPT_TWO_EVENTS_WITH_A_TIME_TO_LIVE(Kind.ATTEMPT, "", false, (bench, script) -> new AttemptDraft(bench)
            .saw("z", "1")
            .blind("a", BlindChange.Kind.ADD, 1)
            .command("HSET", "b", "2")
            .opaque("o", "new")
            .position("p", 9, 8)
            .timeToLive(Given.LEASE)
            .reply(script)),
    ATTEMPT_UNSEEN(Kind.ATTEMPT, "", false, (bench, script) -> new AttemptDraft(bench)
            .command("HSET", "a", "2")
            .reply(script)),
    ATTEMPT_BUSY(Kind.ATTEMPT, Given.STRANGER, false, attempt -> attempt.position("p", 9, 8)),
    ATTEMPT_UNDER_ITS_TOKEN(
            Kind.ATTEMPT, TOKEN, true, attempt -> attempt.position("p", 9, 8).under(TOKEN)),
    ATTEMPT_UNDER_A_TOKEN_THAT_IS_GONE(Kind.ATTEMPT, Given.STRANGER, true, attempt -> attempt.position("p", 9, 8)
            .under(TOKEN)),
    COMMIT(Kind.COMMIT, TOKEN, false, attempt -> attempt.position("p", 9, 8).committing(TOKEN)),
    COMMIT_AND_HAND_OVER(
            Kind.COMMIT, TOKEN, true, attempt -> attempt.opaque("o", "new").committing(TOKEN)),
    COMMIT_TOO_LATE(Kind.COMMIT, Given.STRANGER, true, attempt -> attempt.position("p", 9, 8)
            .committing(TOKEN)),
    ATTEMPT_A_REPLAY(Kind.ATTEMPT, "", false, attempt -> attempt.read("HLEN", 100, "HGETALL")
            .opaque("o", "old")),
    ATTEMPT_A_REPLAY_OF_TWO(
            Kind.ATTEMPT, "", false, attempt -> attempt.opaque("o", "old").position("p", 7, 7)),
    ATTEMPT_WHAT_CHANGED(Kind.ATTEMPT, "", false, attempt -> attempt.read("HLEN", 100, "HMGET", "none")
            .saw("z", "0")
            .position("p", 9, 8)),
    RELEASE(Kind.RELEASE, TOKEN, false),
    RELEASE_AND_HAND_OVER(Kind.RELEASE, TOKEN, true),
    RELEASE_TOO_LATE(Kind.RELEASE, Given.STRANGER, true),
    RELEASE_WITHIN_THE_JVM(
            Kind.RELEASE,
            TOKEN,
            true,
            (bench, script) -> bench.run(script, List.of(LOCK, WAITING), TOKEN, 10, "1", Given.NEXT, "", Given.LEASE)),
    WITHDRAW_A_NOTE(Kind.WITHDRAW, Given.STRANGER, true),
    WITHDRAW_A_GIFT(Kind.WITHDRAW, STEM + "2", true),
    WITHDRAW_FROM_A_FREE_LOCK(Kind.WITHDRAW, "", true),
    RENEW(Kind.RENEW, TOKEN, false),
    RENEW_TOO_LATE(Kind.RENEW, Given.STRANGER, false),
    FENCE(Kind.FENCE, TOKEN, false);

    /** The others that there are, and the times that they have. */
    static final class Given {
        static final String STRANGER = "stranger";
        static final String NEXT = STEM + "4";
        static final String WAITER = "storm-lock:c:another:1:1";
        static final String FENCE_BEFORE = "17";
        static final long LEASE = 5_000;
        static final long LEFT = 3_000;

        private Given() {}
    }

    /** The scripts, each with its files. */
    enum Kind {
        ACQUIRE("token", "queue", "mutex", "handover", "of-type", "entry", "acquire"),
        ATTEMPT("permitted", "fields", "of-type", "attempt"),
        COMMIT("token", "queue", "mutex", "handover", "permitted", "fields", "of-type", "attempt"),
        RELEASE("token", "queue", "mutex", "handover", "release"),
        WITHDRAW("token", "queue", "mutex", "handover", "withdraw"),
        RENEW("token", "queue", "mutex", "handover", "renew"),
        FENCE("token", "queue", "mutex", "handover", "fence");

        private final BrokenScript script;

        Kind(String... files) {
            script = BrokenScript.of(files);
        }

        BrokenScript script() {
            return script;
        }
    }

    /** Runs the script and returns its answer. */
    private interface Act {
        Object run(ScriptBench bench, Script script);
    }

    private final Kind kind;
    private final String holder;
    private final boolean waited;
    private final Act act;

    Situation(Kind kind, String holder, boolean waited, Act act) {
        this.kind = kind;
        this.holder = holder;
        this.waited = waited;
        this.act = act;
    }

    /** @param more what an attempt that sees a field and sets it is asked for beside */
    Situation(Kind kind, String holder, boolean waited, UnaryOperator<AttemptDraft> more) {
        this(kind, holder, waited, (bench, script) -> more.apply(
                        new AttemptDraft(bench).saw("a", "1").command("HSET", "a", "2"))
                .reply(script));
    }

    Situation(Kind kind, String holder, boolean waited) {
        this(kind, holder, waited, (bench, script) -> plainly(kind, bench, script));
    }

    /** Returns the ids that an attempt adds to marks, by their scope. */
    Map<String, String> added() {
        return switch (this) {
            case ATTEMPT_A_POSITION, ATTEMPT_UNDER_ITS_TOKEN, COMMIT -> Map.of("p", "9");
            case ATTEMPT_A_FIRST_POSITION -> Map.of("q", "9");
            case ATTEMPT_AN_ID, COMMIT_AND_HAND_OVER -> Map.of("o", "=new");
            case ATTEMPT_TWO_EVENTS_WITH_A_TIME_TO_LIVE -> Map.of("o", "=new", "p", "9");
            default -> Map.of();
        };
    }

    Kind kind() {
        return kind;
    }

    String holder() {
        return holder;
    }

    void prepare(Jedis redis, long nowMillis) {
        redis.flushAll();
        if (!holder.isEmpty()) {
            redis.set(LOCK, holder, SetParams.setParams().px(Given.LEFT));
        }
        if (waited) {
            redis.zadd(WAITING, nowMillis + 60_000, Given.WAITER);
            redis.pexpire(WAITING, 60_000);
        }
        redis.hset(ENTRY, Map.of("a", "1", "z", "1"));
        mark(redis, "o", Map.of("=old", (double) nowMillis));
        mark(redis, "p", Map.of("low", 3.0, "5", 5.0, "7", 7.0));
        redis.set(FENCE_KEY, Given.FENCE_BEFORE, SetParams.setParams().px(60_000));
    }

    private static void mark(Jedis redis, String scope, Map<String, Double> ids) {
        redis.zadd(ScriptBench.marks(scope), ids);
        redis.pexpire(ScriptBench.marks(scope), 1_000);
    }

    Object run(ScriptBench bench, Script script) {
        return act.run(bench, script);
    }

    private static Object plainly(Kind kind, ScriptBench bench, Script script) {
        return switch (kind) {
            case RELEASE -> bench.run(script, List.of(LOCK, WAITING), TOKEN);
            case WITHDRAW -> bench.run(script, List.of(LOCK, WAITING), TOKEN, STEM + "1");
            case RENEW -> bench.run(script, List.of(LOCK, WAITING), TOKEN, Given.LEASE);
            case FENCE -> bench.run(script, List.of(LOCK, FENCE_KEY), TOKEN, Given.LEASE);
            default -> throw new AssertionError(kind);
        };
    }

    private static Object acquire(ScriptBench bench, Script script, String note, String most) {
        return bench.run(
                script,
                List.of(LOCK, WAITING, ENTRY),
                TOKEN,
                Given.LEASE,
                note,
                1_000,
                "",
                1,
                "",
                most,
                "HLEN",
                "HGETALL",
                0);
    }
}
