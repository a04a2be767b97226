package io.github.stormlock.lock.fault;

import static io.github.stormlock.lock.internal.protocol.ScriptBench.ENTRY;
import static io.github.stormlock.lock.internal.protocol.ScriptBench.LOCK;
import static io.github.stormlock.lock.internal.protocol.ScriptBench.STEM;
import static io.github.stormlock.lock.internal.protocol.ScriptBench.TOKEN;
import static io.github.stormlock.lock.internal.protocol.ScriptBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.internal.protocol.CommitDraft;
import io.github.stormlock.lock.internal.protocol.ScriptBench;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.SetParams;

/** Commits of which the server refuses any one command, or all of one name. The answer says what is so. */
@OnRedis
class RefusedCommitTest {
    /** More commands than any of these commits has. */
    private static final int MOST_COMMANDS = 60;

    private static final List<String> NAMES = List.of(
            "GET",
            "SET",
            "DEL",
            "EXISTS",
            "TYPE",
            "TIME",
            "PTTL",
            "PEXPIRE",
            "HSET",
            "HDEL",
            "ZMSCORE",
            "ZADD",
            "ZREM",
            "ZCOUNT",
            "ZCARD",
            "ZREMRANGEBYRANK",
            "ZREMRANGEBYSCORE",
            "ZSCORE",
            "ZRANGEBYSCORE",
            "PUBLISH");

    private static final Map<String, String> BEFORE = Map.of("hits", "1", "old", "1");
    private static final Map<String, String> AFTER = Map.of("hits", "2");

    private ScriptBench bench;

    private Jedis redis;

    /** An event as a commit names it: the scope of its marks, its id, its kind, its offset and its low. */
    private record Event(String scope, String id, String kind, long offset, long low) {}

    private record Case(String name, List<Event> events, String next, long timeToLive, boolean waited, int commands) {
        List<String> keys() {
            List<String> keys = new ArrayList<>(List.of(LOCK, WAITING, ENTRY));
            events.forEach(event -> keys.add(CommitDraft.marks(event.scope())));
            return keys;
        }

        List<String> args(String token) {
            List<String> args = new ArrayList<>(List.of(
                    token,
                    "1",
                    Integer.toString(Math.max(1, events.size())),
                    Integer.toString(events.size()),
                    next,
                    "5000"));
            for (Event event : events) {
                args.addAll(List.of(event.id(), event.kind(), "" + event.offset(), "" + event.low(), "600000"));
            }
            args.addAll(List.of("hash", Long.toString(timeToLive), Integer.toString(commands)));
            args.addAll(List.of("HSET", "2", "hits", "2"));
            if (commands > 1) {
                args.addAll(List.of("HDEL", "1", "old"));
            }
            return args;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        Event position = new Event("f", "10", "p", 10, 5);
        Event unknown = new Event("g", "20", "p", 20, 7);
        Event opaque = new Event("o", "=a", "o", 0, 0);
        String kept = STEM + "4";
        return Stream.of(
                new Case("no event", List.of(), "", 0, false, 1),
                new Case("no event, two commands, time to live", List.of(), kept, 60_000, false, 2),
                new Case("a position", List.of(position), "", 0, false, 1),
                new Case("a position, kept", List.of(position), kept, 0, false, 1),
                new Case("a source that is new", List.of(unknown), kept, 0, false, 1),
                new Case("a position, somebody waits", List.of(position), kept, 0, true, 1),
                new Case("a position, time to live", List.of(position), "", 60_000, false, 1),
                new Case("a position, two commands", List.of(position), "", 0, false, 2),
                new Case("an opaque id", List.of(opaque), "", 0, false, 1),
                new Case("an opaque id, kept, time to live", List.of(opaque), kept, 60_000, false, 1),
                new Case("three sources", List.of(position, unknown, opaque), kept, 60_000, true, 2));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyOneCommandIsRefused(Case drawn) {
        for (int number = 1; number <= MOST_COMMANDS; number++) {
            check(drawn, RefusedCommands.nth(number), "command " + number);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void allCommandsOfANameAreRefused(Case drawn) {
        for (String name : NAMES) {
            check(drawn, RefusedCommands.named(name), name);
        }
    }

    private void check(Case drawn, String script, String refused) {
        prepare(drawn);
        Map<String, Object> before = state(drawn);
        String said = said(drawn, script, TOKEN);
        switch (said) {
            case "refused" ->
                assertThat(state(drawn))
                        .as("%s refused: nothing is written", refused)
                        .isEqualTo(before);
            case "written" ->
                assertThat(redis.hgetAll(ENTRY)).as("%s: written", refused).isEqualTo(after(drawn));
            default -> assertThat(said).as(refused).isEqualTo("unknown");
        }
        if (!drawn.events().isEmpty()) {
            settle(drawn, said, refused);
        }
    }

    /** Sends the event again, under another lease and on a server that refuses nothing. */
    private void settle(Case drawn, String said, String refused) {
        Map<String, String> left = redis.hgetAll(ENTRY);
        redis.del(LOCK);
        redis.set(LOCK, TOKEN, SetParams.setParams().px(5_000));
        Object reply = bench.redis().eval(RefusedCommands.nth(0), drawn.keys(), drawn.args(TOKEN));
        if (said.equals("refused")) {
            assertThat(((List<?>) reply).get(0))
                    .as("%s was refused: written now", refused)
                    .isEqualTo(1L);
            assertThat(redis.hgetAll(ENTRY)).isEqualTo(after(drawn));
        } else {
            assertThat(((List<?>) reply).get(0))
                    .as("%s was %s: a replay", refused, said)
                    .isEqualTo(2L);
            assertThat(redis.hgetAll(ENTRY)).isEqualTo(left);
        }
        for (Event event : drawn.events()) {
            assertThat(redis.pttl(CommitDraft.marks(event.scope()))).as(refused).isPositive();
        }
    }

    private String said(Case drawn, String script, String token) {
        try {
            List<?> reply = (List<?>) bench.redis().eval(script, drawn.keys(), drawn.args(token));
            return switch (((Long) reply.get(0)).intValue()) {
                case 1 -> "written";
                // All three say that nothing was written. Token and entry stand here, so 0 and 3 come of a refused
                // command only.
                case 0, 3, 4 -> "refused";
                case 5 -> "unknown";
                default -> "replayed";
            };
        } catch (JedisDataException e) {
            return "refused";
        }
    }

    private static Map<String, String> after(Case drawn) {
        return drawn.commands() > 1 ? AFTER : Map.of("hits", "2", "old", "1");
    }

    private void prepare(Case drawn) {
        redis.flushAll();
        redis.set(LOCK, TOKEN, SetParams.setParams().px(5_000));
        redis.hset(ENTRY, BEFORE);
        for (String scope : List.of("f", "o")) {
            redis.zadd(CommitDraft.marks(scope), Map.of("3", 3.0, "8", 8.0, "low", 4.0));
            redis.pexpire(CommitDraft.marks(scope), 20_000);
        }
        if (drawn.waited()) {
            redis.zadd(WAITING, bench.nowMillis() + 60_000.0, "storm-lock:c:elsewhere:1:1");
        }
    }

    /** Returns the entry and the marks. If nothing was written, only the holder of the lock may have changed. */
    private Map<String, Object> state(Case drawn) {
        Map<String, Object> all = new TreeMap<>();
        all.put(ENTRY, redis.hgetAll(ENTRY));
        for (String key : drawn.keys().subList(3, drawn.keys().size())) {
            all.put(key, redis.zrangeWithScores(key, 0, -1));
        }
        return all;
    }
}
