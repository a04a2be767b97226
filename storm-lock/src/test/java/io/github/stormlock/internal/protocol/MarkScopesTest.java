package io.github.stormlock.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.EventId.Position;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.fixture.Samples;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.resps.Tuple;

/**
 * An attempt whose events are laid out by the keys of their marks answers and leaves what attempts of one event each
 * answer and leave. Those take another way through the script.
 */
@OnRedis
class MarkScopesTest {
    private static final int CASES = Samples.of(1_000);
    private static final List<String> PURPOSES = List.of("one", "other");
    private static final List<String> SOURCES = List.of("north", "south");
    private static final long NEARLY = 2_000;
    private static final double LONGEST = 1e9;
    private static final long WRITTEN = 1;
    private static final long REPLAYED = 2;

    private ScriptBench bench;
    private Jedis redis;

    private record Case(List<AttemptCall.Seen> entries, List<MarkedEvent> events, boolean counting, String token) {
        AttemptCall call(List<MarkedEvent> some) {
            return new AttemptCall(entries, some, 0, counting, token);
        }

        /** Returns an attempt that only asks whether an event was applied before: what it saw does not stand. */
        AttemptCall asking(MarkedEvent event) {
            List<Expectation> never = List.of(new Expectation(command("HLEN"), List.of(Bytes.of(99))));
            List<AttemptCall.Seen> asked = entries.stream()
                    .map(entry -> new AttemptCall.Seen(
                            entry.keys(), entry.read(), new Attempted(never, List.of(), List.of()), Duration.ZERO))
                    .toList();
            return new AttemptCall(asked, List.of(event), 0, counting, token);
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
        for (int size = 2 + random.nextInt(12); events.size() < size; ) {
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

    private static byte[] key(MarkedEvent event) {
        return event.marks().key(event.home(), event.id());
    }

    /** Some marks that stand, by the seed of the case, so that both ways find the same. */
    private void setUp(Case some, Random random) {
        redis.flushAll();
        for (AttemptCall.Seen entry : some.entries()) {
            redis.hset(entry.keys().entryKey(), Bytes.of("f"), Bytes.of("x"));
            if (!some.token().equals(AttemptCall.FREE) || random.nextInt(12) == 0) {
                redis.set(entry.keys().lockKey(), Bytes.of(random.nextInt(6) == 0 ? "another" : "token"));
            }
        }
        for (MarkedEvent event : some.events()) {
            boolean position = event.id() instanceof Position;
            switch (random.nextInt(12)) {
                case 0, 1, 2:
                    if (position) {
                        redis.zadd(key(event), pick(random, List.of(0.0, 3.0, 10.0, 20.0)), Bytes.of("low"));
                    }
                    break;
                case 3, 4:
                    double score = position ? random.nextInt(30) : 1e12 + random.nextInt(2) * 1e13;
                    redis.zadd(key(event), score, Bytes.of("=b"));
                    break;
                case 5:
                    redis.pexpire(key(event), pick(random, List.of(50_000L, 700_000L)));
                    break;
                case 6:
                    if (random.nextInt(4) == 0) {
                        redis.zadd(
                                key(event),
                                event.id() instanceof Position at ? at.offset() : 1e13,
                                event.marks().member(event.others(), event.id()));
                    }
                    break;
                case 7:
                    if (random.nextInt(20) == 0) {
                        redis.del(key(event));
                        redis.set(key(event), Bytes.of("foreign"));
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

    private Object answer(AttemptCall call) {
        return ScriptBench.shown(bench.port().run(call.toScriptCall(), Long.MAX_VALUE));
    }

    private static long code(Object answer) {
        return answer instanceof List<?> parts ? (Long) parts.get(0) : WRITTEN;
    }

    /** Attempts each event by itself. Returns what an attempt of all of them is to answer. */
    private Object oneByOne(Case some) {
        for (MarkedEvent event : some.events()) {
            if (redis.type(key(event)).equals("string")) {
                return answer(some.asking(event));
            }
        }
        List<Object> replay = new ArrayList<>();
        for (int i = 0; i < some.events().size(); i++) {
            Object asked = answer(some.asking(some.events().get(i)));
            if (code(asked) == REPLAYED) {
                List<?> parts = (List<?>) asked;
                replay.addAll(replay.isEmpty() ? parts.subList(0, parts.size() - 1) : List.of());
                replay.add(i + 1L);
            }
        }
        if (!replay.isEmpty()) {
            some.events().forEach(this::renew);
            return replay;
        }
        // No low is above the offsets that come after it.
        List<MarkedEvent> byLow = new ArrayList<>(some.events());
        byLow.sort(Comparator.comparingLong(event -> event.id() instanceof Position at ? at.low() : 0));
        Object last = null;
        for (MarkedEvent event : byLow) {
            last = answer(some.call(List.of(event)));
        }
        return some.counting() && code(last) == WRITTEN ? List.of(WRITTEN, 0L, remembered(some.events())) : last;
    }

    /** A replay of some events renews the marks of all. */
    private void renew(MarkedEvent event) {
        long keep = event.marks().keepMillis(event.id());
        if (redis.pttl(key(event)) < keep) {
            redis.pexpire(key(event), keep + keep / 16);
        }
    }

    private long remembered(List<MarkedEvent> events) {
        MarkedEvent last = events.get(events.size() - 1);
        return redis.zcard(key(last)) - (last.id() instanceof Position ? 1 : 0);
    }

    @Test
    void attemptOfSeveralEventsDoesWhatAttemptsOfOneDo() {
        long seed = new Random().nextLong();
        for (int i = 0; i < CASES; i++) {
            Case some = randomCase(new Random(seed + i));
            setUp(some, new Random(seed - i));
            Object expected = oneByOne(some);
            Map<String, Object> stands = standing();
            setUp(some, new Random(seed - i));
            String name = "seed " + seed + ", case " + i + ": " + some.events();
            assertThat(answer(some.call(some.events()))).as(name).isEqualTo(expected);
            assertThat(standing()).as(name).isEqualTo(stands);
        }
    }
}
