package io.github.stormlock.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.EventId.Position;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.fixture.Samples;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.test.RedisServer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.resps.Tuple;

/**
 * An attempt whose events are laid out by the keys of their marks answers and leaves what one answers and leaves that
 * looks at each event. That one is the former script, which is kept for this.
 */
@OnRedis
class MarkScopesTest {
    private static final Script BY_EVENTS = Script.of(AttemptCall.class, "permitted", "attempt-by-events");
    private static final int CASES = Samples.of(2_000);
    private static final int EVENTS_AT = Double.BYTES + Short.BYTES;
    private static final List<String> PURPOSES = List.of("one", "other");
    private static final List<String> SOURCES = List.of("north", "south");
    private static final long NEARLY = 2_000;
    private static final double LONGEST = 1e9;

    @AutoClose
    private final ScriptBench bench;

    private final Jedis redis;

    MarkScopesTest(RedisServer server) {
        bench = new ScriptBench(server);
        redis = bench.redis();
    }

    private record Case(List<AttemptCall.Seen> entries, List<MarkedEvent> events, boolean counting, String token) {
        AttemptCall call(List<MarkedEvent> some) {
            return new AttemptCall(entries, some, 0, counting, token);
        }

        /** Returns the same for the former script: its events stand between its numbers and the other arguments. */
        ScriptCall byEvents() {
            ScriptCall without = call(List.of()).toScriptCall();
            List<byte[]> keys = new ArrayList<>(without.keys().subList(0, 2 * entries.size()));
            byte[] numbers = without.args().get(0).clone();
            ByteBuffer.wrap(numbers).putShort(EVENTS_AT, (short) events.size());
            List<byte[]> args = new ArrayList<>(List.of(numbers));
            events.forEach(event -> event.add(keys, args));
            keys.addAll(
                    without.keys().subList(2 * entries.size(), without.keys().size()));
            args.addAll(without.args().subList(1, without.args().size()));
            return new ScriptCall(BY_EVENTS, keys, args, /* replicated= */ true);
        }
    }

    private static LockKeys entry(int number) {
        return LockKeys.of("e" + number, /* cluster= */ false);
    }

    private static <T> T pick(Random random, List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private static Case randomCase(Random random) {
        List<AttemptCall.Seen> entries = new ArrayList<>();
        for (int i = random.nextInt(6) == 0 ? 3 : 1; i > 0; i--) {
            List<EntryCommand> commands = new ArrayList<>();
            commands.add(command("HSET", "f", String.valueOf(random.nextInt(9))));
            if (random.nextInt(8) == 0) {
                commands.add(random.nextInt(2), command("LPUSH", "not a list"));
            }
            List<Expectation> seen = random.nextBoolean()
                    ? List.of()
                    : List.of(new Expectation(command("HLEN"), List.of(Bytes.of(random.nextInt(5) == 0 ? 7 : 1))));
            entries.add(new AttemptCall.Seen(
                    entry(i),
                    ReadSpec.of(command("HGETALL"), "hash", "HLEN", 0),
                    new Attempted(seen, List.of(), commands),
                    Duration.ofSeconds(random.nextInt(2) * 500L)));
        }
        List<EventMarks> marks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            marks.add(new EventMarks(pick(random, PURPOSES), keep(random), keep(random)));
        }
        List<MarkedEvent> events = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = random.nextInt(14); i > 0; i--) {
            EventMarks some = pick(random, marks);
            EventId id = randomId(random).ordinal(random.nextInt(3) / 2);
            LockKeys home = entry(1 + random.nextInt(entries.size()));
            List<LockKeys> others = random.nextInt(4) == 0 ? List.of(entry(9)) : List.of();
            if (names.add(new String(some.key(home, id), StandardCharsets.UTF_8)
                    + new String(some.member(others, id), StandardCharsets.UTF_8))) {
                events.add(new MarkedEvent(some, id, home, others));
            }
        }
        return new Case(entries, events, random.nextBoolean(), random.nextInt(5) == 0 ? "token" : AttemptCall.FREE);
    }

    private static Duration keep(Random random) {
        return Duration.ofMillis(pick(random, List.of(60_000L, 600_000L, 604_800_000L)));
    }

    private static EventId randomId(Random random) {
        if (random.nextInt(3) == 0) {
            return EventId.opaque(pick(random, List.of("a", "b", "c", "low", "12")));
        }
        long offset = random.nextInt(6) == 0 ? Position.MAX_OFFSET - random.nextInt(3) : random.nextInt(30);
        return EventId.position(
                pick(random, SOURCES), offset, pick(random, List.of(0L, offset, Math.max(0, offset - 3), offset / 2)));
    }

    private static EntryCommand command(String name, String... arguments) {
        return new EntryCommand(name, List.of(arguments).stream().map(Bytes::of).toList());
    }

    /** Some marks that stand, by the seed of the case, so that both scripts find the same. */
    private void setUp(Case some, Random random) {
        redis.flushAll();
        for (AttemptCall.Seen entry : some.entries()) {
            redis.hset(entry.keys().entryKey(), Bytes.of("f"), Bytes.of("x"));
            if (!some.token().equals(AttemptCall.FREE) || random.nextInt(12) == 0) {
                redis.set(entry.keys().lockKey(), Bytes.of(random.nextInt(6) == 0 ? "another" : "token"));
            }
        }
        for (MarkedEvent event : some.events()) {
            byte[] key = event.marks().key(event.home(), event.id());
            boolean position = event.id() instanceof Position;
            switch (random.nextInt(12)) {
                case 0, 1, 2:
                    if (position) {
                        redis.zadd(key, pick(random, List.of(0.0, 3.0, 10.0, 20.0)), Bytes.of("low"));
                    }
                    break;
                case 3, 4:
                    redis.zadd(key, position ? random.nextInt(30) : 1e12 + random.nextInt(2) * 1e13, Bytes.of("=b"));
                    break;
                case 5:
                    redis.pexpire(key, pick(random, List.of(50_000L, 700_000L)));
                    break;
                case 6:
                    if (random.nextInt(4) == 0) {
                        redis.zadd(
                                key,
                                event.id() instanceof Position at ? at.offset() : 1e13,
                                event.marks().member(event.others(), event.id()));
                    }
                    break;
                case 7:
                    if (random.nextInt(20) == 0) {
                        redis.del(key);
                        redis.set(key, Bytes.of("foreign"));
                        return;
                    }
                    break;
                default:
            }
        }
    }

    /** Returns all that stands; times are told as far as they are the same for two that run one after the other. */
    private Map<String, Object> standing() {
        Map<String, Object> all = new TreeMap<>();
        long now = bench.nowMillis();
        for (String key : redis.keys("*")) {
            long left = Math.round(redis.pttl(key) / (double) (5 * NEARLY));
            Object content =
                    switch (redis.type(key)) {
                        case "zset" ->
                            redis.zrangeWithScores(key, 0, -1).stream()
                                    .map(mark -> shown(mark, now))
                                    .sorted()
                                    .toList();
                        case "hash" -> redis.hgetAll(key);
                        default -> redis.get(key);
                    };
            all.put(key, List.of(content, left));
        }
        return all;
    }

    /** Shows the time of an opaque mark by how long it is kept from now on. */
    private static String shown(Tuple mark, long now) {
        double left = mark.getScore() - now;
        return mark.getElement() + " " + (Math.abs(left) < LONGEST ? Math.round(left / (5 * NEARLY)) : mark.getScore());
    }

    private Object answer(ScriptCall call) {
        Object answer = ScriptBench.shown(bench.port().run(call, Long.MAX_VALUE));
        return String.valueOf(answer).replaceAll("script: ?[0-9a-f]+", "script");
    }

    @Test
    void doesWhatAScriptDoesThatLooksAtEachEvent() {
        long seed = new Random().nextLong();
        for (int i = 0; i < CASES; i++) {
            Case some = randomCase(new Random(seed + i));
            setUp(some, new Random(seed - i));
            Object expected = answer(some.byEvents());
            Map<String, Object> stands = standing();
            setUp(some, new Random(seed - i));
            String name = "seed " + seed + ", case " + i + ": " + some.events();
            assertThat(answer(some.call(some.events()).toScriptCall())).as(name).isEqualTo(expected);
            assertThat(standing()).as(name).isEqualTo(stands);
        }
    }

    @Test
    void eachKeyOfMarksHasOneScope() {
        EventMarks marks = new EventMarks("p", Duration.ofMinutes(1), Duration.ofMinutes(1));
        EventMarks same = new EventMarks("p", Duration.ofMinutes(2), Duration.ofMinutes(1));
        List<MarkedEvent> events = new ArrayList<>();
        for (long offset = 0; offset < 6; offset++) {
            events.add(new MarkedEvent(
                    offset % 2 == 0 ? marks : same,
                    EventId.position(pick(new Random(offset), SOURCES), offset, 0),
                    entry(1),
                    List.of()));
        }
        List<byte[]> keys = new ArrayList<>();
        new MarkScopes(events).add(keys, new ArrayList<>());
        assertThat(keys.stream().map(Bytes::text)).hasSizeLessThanOrEqualTo(2).doesNotHaveDuplicates();
    }
}
