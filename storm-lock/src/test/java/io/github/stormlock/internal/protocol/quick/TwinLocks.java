package io.github.stormlock.internal.protocol.quick;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.ScriptBench;
import io.github.stormlock.redis.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import redis.clients.jedis.params.ZRangeParams;

/** Two locks at which the same is done: at one by the scripts as they are, at the other without their quick parts. */
final class TwinLocks {
    private static final Map<Script, Script> WHOLE = new ConcurrentHashMap<>();
    private static final List<String> QUICK = keys("quick");
    private static final List<String> PLAIN = keys("plain");
    /** The quick parts come before this file, and what they leave out comes with it. */
    private static final String FIRST_OF_THE_WHOLE = "-- token: ";
    /** Milliseconds between the same command at one lock and at the other: as long as both are used, and their rounding. */
    private static final double APART = 45;
    /** A gift ends after 50 ms. At the two locks that is not the same moment. */
    private static final long LONGEST_NANOS = 40_000_000;
    /** Members with this score are over, and may be there or not. */
    private static final double OVER = 1;

    private static final String SHOW =
            """
            local shown = {}
            for i, key in ipairs(KEYS) do
              local type = redis.call('TYPE', key).ok
              local value = type == 'string' and redis.call('GET', key) or ''
              local members = type == 'zset' and redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') or {}
              shown[i] = {value, members, redis.call('PTTL', key)}
            end
            return shown
            """;

    private final ScriptBench bench;
    private final String where;
    private final List<String> done = new ArrayList<>();
    private final long began = System.nanoTime();

    TwinLocks(ScriptBench bench, String where) {
        this.bench = bench;
        this.where = where;
    }

    private static List<String> keys(String name) {
        return List.of("lock:{" + name + "}", "lock-wait:{" + name + "}", "lock-read:{" + name + "}");
    }

    private static List<String> of(LockKind kind, List<String> keys) {
        return kind.equals(LockKind.READ) ? keys : keys.subList(0, 2);
    }

    private static Script whole(Script script) {
        return WHOLE.computeIfAbsent(script, quick -> {
            String text = Bytes.text(quick.text());
            return Script.text(quick.name(), text.substring(text.indexOf(FIRST_OF_THE_WHOLE)));
        });
    }

    /** Runs a script at both locks, and returns the answer of both. */
    List<?> run(LockKind kind, Script script, Object... arguments) {
        List<?> quick = (List<?>) bench.run(script, of(kind, QUICK), arguments);
        List<?> plain = (List<?>) bench.run(whole(script), of(kind, PLAIN), arguments);
        if (isOver()) {
            return plain;
        }
        done.add(script.name() + List.of(arguments) + " of " + kind + " -> " + quick + ", wanted " + plain);
        assertThat(quick).as(this::told).hasSameSizeAs(plain);
        for (int i = 0; i < plain.size(); i++) {
            if (i == 2 && plain.get(0).equals(0L)) {
                assertClose((long) quick.get(i), (long) plain.get(i), "ms left");
            } else {
                assertThat(quick.get(i)).as(this::told).isEqualTo(plain.get(i));
            }
        }
        return plain;
    }

    /** Lets the lease be over that ends first, at both locks. Returns its member; empty if there is no other that stands. */
    String endFirst(LockKind kind) {
        int at = kind.equals(LockKind.READ) ? 2 : 0;
        if (!bench.redis().type(PLAIN.get(at)).equals("zset")) {
            return "";
        }
        List<String> standing =
                bench.redis().zrange(PLAIN.get(at), ZRangeParams.zrangeByScoreParams(OVER + 1, Double.MAX_VALUE));
        if (standing.size() < 2) {
            return "";
        }
        done.add("the lease of " + standing.get(0) + " is over");
        bench.redis().zadd(PLAIN.get(at), OVER, standing.get(0));
        bench.redis().zadd(QUICK.get(at), OVER, standing.get(0));
        return standing.get(0);
    }

    /** Returns false if that was too late. */
    boolean compare() {
        List<?> quick = shown(QUICK);
        List<?> plain = shown(PLAIN);
        if (isOver()) {
            return false;
        }
        for (int i = 0; i < plain.size(); i++) {
            List<?> mine = (List<?>) quick.get(i);
            List<?> wanted = (List<?>) plain.get(i);
            String key = PLAIN.get(i);
            assertThat(mine.get(0)).as(this::told).isEqualTo(wanted.get(0));
            Map<String, Double> scores = scores(mine.get(1));
            Map<String, Double> wantedScores = scores(wanted.get(1));
            assertThat(scores.keySet()).as(this::told).isEqualTo(wantedScores.keySet());
            wantedScores.forEach((member, score) -> assertClose(scores.get(member), score, key + ' ' + member));
            assertClose((long) mine.get(2), (long) wanted.get(2), "life of " + key);
        }
        return true;
    }

    /** Returns true if the two may differ by now. */
    boolean isOver() {
        return System.nanoTime() - began >= LONGEST_NANOS;
    }

    private List<?> shown(List<String> keys) {
        return (List<?>) ScriptBench.shown(bench.redis().eval(SHOW, keys, List.of()));
    }

    private static Map<String, Double> scores(Object members) {
        List<?> all = (List<?>) members;
        Map<String, Double> scores = new TreeMap<>();
        for (int i = 0; i < all.size(); i += 2) {
            double score = Double.parseDouble(all.get(i + 1).toString());
            if (score != OVER) {
                scores.put(all.get(i).toString(), score);
            }
        }
        return scores;
    }

    private void assertClose(double quick, double plain, String what) {
        assertThat(Math.abs(quick - plain))
                .as(() -> what + ": " + quick + ", wanted " + plain + "; " + told())
                .isLessThan(APART);
    }

    private String told() {
        return where + "\n" + String.join("\n", done);
    }
}
