package io.github.stormlock.lock;

import static io.github.stormlock.lock.ScriptBench.ENTRY;
import static io.github.stormlock.lock.ScriptBench.LOCK;
import static io.github.stormlock.lock.ScriptBench.STEM;
import static io.github.stormlock.lock.ScriptBench.TOKEN;
import static io.github.stormlock.lock.ScriptBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.internal.protocol.LockKind;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.Script;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** The quick part of a commit answers and writes what the rest would: one state, both scripts, compared. */
@ExtendWith(RedisExtension.class)
class QuickCommitScriptTest {
    private static final int ROUNDS = 2_000;
    private static final Script WITHOUT_QUICK = Script.of(LockKind.class, "token", "handover", "mutex", "commit");

    private record Case(
            String lock,
            String waiting,
            String entry,
            String read,
            long timeToLive,
            String next,
            String marks,
            List<String> events,
            long offset,
            long low,
            List<String> command) {
        static Case draw(Random random) {
            return new Case(
                    one(random, TOKEN, TOKEN, TOKEN, STEM + "4", "foreign", "list", ""),
                    one(random, "", "", "", "past", "future", "string"),
                    one(random, "hash", "hash", "string", ""),
                    one(random, "hash", "hash", ""),
                    random.nextInt(4) == 0 ? 60_000 : 0,
                    one(random, "", STEM + "4"),
                    one(random, "", "", "marks", "marks", "many", "lasting", "string"),
                    random.nextInt(3) == 0
                            ? List.of()
                            : List.of(one(random, "position", "position", "position", "opaque", "position opaque")
                                    .split(" ")),
                    random.nextInt(12),
                    random.nextInt(12),
                    random.nextInt(10) == 0
                            ? List.of()
                            : List.of(one(random, "HSET", "HSET", "HDEL", "SET", "DEL", "HSET wrongly")));
        }

        private static String one(Random random, String... of) {
            return of[random.nextInt(of.length)];
        }

        void prepare(Jedis redis) {
            redis.flushAll();
            if (lock.equals("list")) {
                redis.rpush(LOCK, "x");
            } else if (!lock.isEmpty()) {
                redis.set(LOCK, lock, SetParams.setParams().px(3_000));
            }
            switch (waiting) {
                case "past" -> redis.zadd(WAITING, 1, STEM + "9");
                case "future" -> redis.zadd(WAITING, 9e15, STEM + "9");
                case "string" -> redis.set(WAITING, "x");
                default -> {}
            }
            prepareMarks(redis);
            prepareIds(redis);
            if (entry.equals("hash")) {
                redis.hset(ENTRY, Map.of("hits", "1", "bytes", "2"));
            } else if (!entry.isEmpty()) {
                redis.set(ENTRY, "text");
            }
        }

        /** Of events 4, 6 and 8, of which none below 5 is to come. */
        private void prepareMarks(Jedis redis) {
            String key = CommitCall.marks("s");
            if (marks.equals("string")) {
                redis.set(key, "x");
            } else if (!marks.isEmpty()) {
                redis.zadd(key, Map.of("4", 4.0, "6", 6.0, "8", 8.0, "low", 5.0));
                redis.pexpire(key, marks.equals("lasting") ? 2 * CommitCall.KEEP : 20_000);
            }
            if (marks.equals("many")) {
                Map<String, Double> more = new TreeMap<>();
                for (int i = 0; i < 1_010; i++) {
                    more.put("-" + i, (double) -i);
                }
                redis.zadd(key, more);
            }
        }

        /** Opaque ids: one that stays, one that leaves, and one as an older worker scored them. */
        private void prepareIds(Jedis redis) {
            String key = CommitCall.marks("t");
            if (offset % 3 > 0) {
                redis.zadd(key, Map.of("id0", 8e15, "past", 4e15 + 1.0));
            }
            if (offset % 3 > 1) {
                redis.zadd(key, Map.of("id1", 1e12, "first form", 2e12));
            }
        }

        Object run(ScriptBench bench, Script script) {
            CommitCall call = new CommitCall(bench, TOKEN)
                    .read(read)
                    .timeToLive(timeToLive)
                    .keepAs(next);
            for (String event : events) {
                if (event.equals("position")) {
                    call.position("s", offset, Math.min(low, offset));
                } else {
                    call.opaque("t", "id" + low % 3);
                }
            }
            for (String name : command) {
                switch (name) {
                    case "HSET" -> call.command("HSET", "hits", "2", "new", "3");
                    case "HDEL" -> call.command("HDEL", "hits");
                    case "SET" -> call.command("SET", "text", "KEEPTTL");
                    case "DEL" -> call.command("DEL");
                    default -> call.command("HSET", "a field without a value");
                }
            }
            try {
                return withoutPlace(call.run(script));
            } catch (RedisRefusedException e) {
                return String.valueOf(e.getMessage());
            }
        }
    }

    /** What a server says about a command names the line of the script. */
    private static Object withoutPlace(Object answer) {
        List<?> parts = (List<?>) answer;
        boolean refused = parts.get(0).equals(4L);
        return refused ? List.of(4L, parts.get(1).toString().replaceAll("[0-9a-f]{40}|: \\d+:", "")) : parts;
    }

    @Test
    void quickPartAnswersAndWritesWhatTheRestWould(RedisServer server) {
        long seed = System.nanoTime();
        System.out.println("quick commits: seed " + seed);
        Random random = new Random(seed);
        try (ScriptBench bench = new ScriptBench(server)) {
            for (int round = 0; round < ROUNDS; round++) {
                Case drawn = Case.draw(random);
                drawn.prepare(bench.redis());
                Object rest = drawn.run(bench, WITHOUT_QUICK);
                Map<String, Object> restLeft = left(bench.redis());
                drawn.prepare(bench.redis());
                Object quick = drawn.run(bench, LockKind.MUTEX.commit());
                assertThat(quick).as("%s, seed %d", drawn, seed).isEqualTo(rest);
                assertThat(left(bench.redis())).as("%s, seed %d", drawn, seed).isEqualTo(restLeft);
            }
        }
    }

    /** Every key with its value, and whether it expires and roughly when: a lease, a life, or never. */
    private static Map<String, Object> left(Jedis redis) {
        Map<String, Object> all = new TreeMap<>();
        for (String key : redis.keys("*")) {
            Object value =
                    switch (redis.type(key)) {
                        case "hash" -> redis.hgetAll(key);
                        case "list" -> redis.lrange(key, 0, -1);
                        // An opaque event's score is the time of the run.
                        case "zset" ->
                            key.equals(CommitCall.marks("t"))
                                    ? redis.zrange(key, 0, -1)
                                    : redis.zrangeWithScores(key, 0, -1);
                        default -> redis.get(key);
                    };
            all.put(key, List.of(value, (redis.pttl(key) + 999) / 1_000));
        }
        return all;
    }
}
