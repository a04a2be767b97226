package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.fixture.UpdateWay;
import io.github.stormlock.test.RedisServer;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.AbstractTransaction;
import redis.clients.jedis.Jedis;

/** Fields that expire by themselves, as Redis 7.4 and Valkey 9 have them. */
@OnRedis
@Tag("contract")
class FieldTimeToLiveTest {
    private static final long SECONDS = 1_000;

    private LockFixture fixture;

    private RedisLockFactory locks;
    private Jedis redis;
    private GuardedEntry<HashEntry> page;

    @BeforeEach
    void open(RedisServer server) {
        assumeTrue(knowsFieldExpiry(), "the server knows no time to live of fields");
        page = locks.guard("page", Entries.hash());
    }

    private boolean knowsFieldExpiry() {
        String asks = "return redis.pcall('HPEXPIRETIME', KEYS[1], 'FIELDS', 1, 'a').err and 0 or 1";
        return Long.valueOf(1).equals(redis.eval(asks, 1, "page"));
    }

    private void fill() {
        redis.del("page", "site");
        redis.hset("page", "hits", "5");
        redis.hset("page", "big", "1234567890123456789");
        redis.hset("page", "ratio", "0.5");
        redis.hset("page", "plain", "1");
        redis.hexpire("page", SECONDS, "hits", "big", "ratio");
    }

    private long left(String field) {
        return redis.httl("page", field).get(0);
    }

    private void keeps(UpdateWay way, String field, String value, Consumer<HashEntry> change) {
        fill();
        way.run(locks, change);
        assertThat(redis.hget("page", field)).as(way + " " + field).isEqualTo(value);
        assertThat(left(field)).as(way + " " + field).isBetween(SECONDS - 60, SECONDS);
    }

    private void clears(UpdateWay way, String field, String value, Consumer<HashEntry> change) {
        fill();
        way.run(locks, change);
        assertThat(redis.hget("page", field)).as(way + " " + field).isEqualTo(value);
        assertThat(left(field)).as(way + " " + field).isEqualTo(-1);
    }

    @ParameterizedTest
    @EnumSource
    void whatAddsRaisesOrLowersKeepsIt(UpdateWay way) {
        keeps(way, "hits", "6", view -> view.add("hits", 1));
        keeps(way, "hits", "5", view -> view.add("hits", 0));
        keeps(way, "hits", "-2", view -> view.add("hits", -7));
        keeps(way, "hits", "9", view -> view.max("hits", 9));
        keeps(way, "hits", "5", view -> view.max("hits", 1));
        keeps(way, "hits", "-3", view -> view.min("hits", -3));
        keeps(way, "hits", "5", view -> view.min("hits", 9));
        keeps(way, "hits", "6", view -> assertThat(view.addAndGet("hits", 1)).isEqualTo(6));
        keeps(way, "hits", "8", view -> {
            view.add("hits", 1);
            view.max("hits", 8);
        });
        keeps(way, "hits", "7", view -> {
            assertThat(view.getLong("hits")).isEqualTo(5);
            view.add("hits", 1);
            view.add("hits", 1);
            view.set("plain", "2");
        });
        keeps(way, "big", "1234567890123456790", view -> view.add("big", 1));
        keeps(way, "ratio", "0.75", view -> view.add("ratio", 0.25));
        keeps(way, "ratio", "0.5", view -> view.set("plain", "2"));
        keeps(way, "ratio", "0.5", view -> view.remove("plain"));
    }

    @ParameterizedTest
    @EnumSource
    void whatSetsOrRemovesClearsIt(UpdateWay way) {
        clears(way, "hits", "6", view -> view.set("hits", 6));
        clears(way, "hits", "7", view -> {
            view.set("hits", 6);
            view.add("hits", 1);
        });
        clears(way, "hits", "3", view -> {
            view.add("hits", 1);
            view.set("hits", 3);
        });
        clears(way, "hits", "2", view -> {
            view.remove("hits");
            view.add("hits", 2);
        });
        fill();
        way.run(locks, view -> view.remove("hits"));
        assertThat(redis.hexists("page", "hits")).isFalse();
        clears(way, "new", "4", view -> view.max("new", 4));
    }

    private boolean writes(UpdateWay way, Consumer<HashEntry> change) {
        fill();
        try (Jedis watching = new Jedis(fixture.server().uri())) {
            watching.watch("page");
            way.run(locks, change);
            try (AbstractTransaction unlessWritten = watching.multi()) {
                unlessWritten.ttl("page");
                return unlessWritten.exec() == null;
            }
        }
    }

    private void writesNothing(UpdateWay way, Consumer<HashEntry> change) {
        assertThat(writes(way, change)).as(way + "").isFalse();
        assertThat(left("hits")).as(way + "").isBetween(SECONDS - 60, SECONDS);
    }

    /** A batch writes the plain field, too. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "IN_A_BATCH")
    void whatChangesNothingWritesNothing(UpdateWay way) {
        assertThat(writes(way, view -> view.add("hits", 1))).as(way + "").isTrue();
        writesNothing(way, view -> view.add("hits", 0));
        writesNothing(way, view -> view.max("hits", 1));
        writesNothing(way, view -> view.min("hits", 9));
        writesNothing(way, view -> view.add("ratio", 0.0));
        writesNothing(way, view -> view.max("big", 1));
        writesNothing(way, view -> assertThat(view.addAndGet("hits", 0)).isEqualTo(5));
        writesNothing(way, view -> {
            assertThat(view.getLong("hits")).isEqualTo(5);
            view.add("hits", 1);
            view.add("hits", -1);
        });
        writesNothing(way, view -> view.remove("new"));
    }

    /** A field that vanishes after it was read is compared, and what the update did not look at counts from nothing. */
    @Test
    void fieldThatVanishedSinceItWasReadIsReadAgain() {
        fill();
        page.change(view -> view.add("plain", view.getLong("hits")));
        redis.hpexpire("page", 1, "hits");
        await().until(() -> redis.hget("page", "hits") == null);
        page.change(view -> {
            view.add("plain", view.getLong("hits"));
            view.set("size", view.size());
        });
        assertThat(redis.hget("page", "plain")).isEqualTo("6");
        assertThat(redis.hget("page", "size")).isEqualTo("3");
        page.change(view -> view.add("hits", 1));
        assertThat(redis.hget("page", "hits")).isEqualTo("1");
    }
}
