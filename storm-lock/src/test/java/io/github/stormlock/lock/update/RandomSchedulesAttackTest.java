package io.github.stormlock.lock.update;

import static io.github.stormlock.lock.internal.protocol.ScriptBench.LOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.internal.protocol.Bytes;
import io.github.stormlock.lock.internal.protocol.Claimant;
import io.github.stormlock.lock.internal.protocol.CommitCall;
import io.github.stormlock.lock.internal.protocol.EventMarks;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.LockKind;
import io.github.stormlock.lock.internal.protocol.MarkedEvent;
import io.github.stormlock.lock.internal.protocol.ScriptBench;
import io.github.stormlock.lock.internal.protocol.Tokens;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A source with replays, late executes, restarts and zombies, against the real script. Each event is applied exactly
 * once.
 */
@ExtendWith(RedisExtension.class)
class RandomSchedulesAttackTest {
    private static final int SCHEDULES = 400;
    private static final int EVENTS = 24;

    @Test
    void everyEventIsAppliedExactlyOnce(RedisServer redis, EntryReader entries) {
        long seed = System.nanoTime();
        System.out.println("random schedules: seed " + seed);
        Random random = new Random(seed);
        int executions = 0;
        try (ScriptBench bench = new ScriptBench(redis)) {
            for (int schedule = 0; schedule < SCHEDULES; schedule++) {
                List<ReplayingSource.Sent> executed = new ReplayingSource(random, EVENTS).run();
                executions += executed.size();
                execute(bench.port(), schedule, executed);
                assertThat(entries.list("e" + schedule))
                        .as("schedule %d of seed %d: %s", schedule, seed, executed)
                        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, EVENTS)
                                .mapToObj(Integer::toString)
                                .toList());
            }
        }
        assertThat(executions).as("there are replays").isGreaterThan(SCHEDULES * EVENTS * 3 / 2);
    }

    /** Grants the lock and commits for each tuple, all in one pipeline, since the next call depends on no answer. */
    private static void execute(RedisPort port, int schedule, List<ReplayingSource.Sent> executed) {
        EventMarks marks = new EventMarks("purpose", Duration.ofDays(7), Duration.ofMinutes(10));
        LockKeys keys = LockKeys.of("e" + schedule, false);
        Tokens tokens = new Tokens(false);
        List<ScriptCall> calls = new ArrayList<>();
        for (ReplayingSource.Sent sent : executed) {
            String token = tokens.next(Claimant.ofMutex(0)).token();
            calls.add(new ScriptCall(
                    LockKind.MUTEX.acquire(),
                    List.of(keys.lockKey(), keys.waitingKey()),
                    List.of(
                            Bytes.of(token),
                            Bytes.of(30_000),
                            Bytes.EMPTY,
                            Bytes.ZERO,
                            Bytes.EMPTY,
                            Bytes.of(1),
                            Bytes.EMPTY)));
            calls.add(commit(keys, marks, token, sent));
        }
        assertThat(port.runAll(calls, Duration.ofSeconds(20).toNanos()))
                .allSatisfy(reply -> assertThat(Bytes.number(((List<?>) reply).get(0)))
                        .as("granted, written or seen: %s", LOCK)
                        .isIn(1L, 2L));
    }

    private static ScriptCall commit(LockKeys keys, EventMarks marks, String token, ReplayingSource.Sent sent) {
        EntryCommand push = new EntryCommand("RPUSH", List.of(Bytes.of(sent.offset())));
        EventId event = EventId.position("file", sent.offset(), sent.low());
        return new CommitCall(
                        List.of(new CommitCall.Changed(keys, "", Duration.ZERO, List.of(push))),
                        token,
                        /* updates= */ 1,
                        List.of(MarkedEvent.of(marks, event, keys)),
                        /* next= */ "",
                        /* leaseMillis= */ 0)
                .toScriptCall();
    }
}
