package io.github.stormlock.demo.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.test.RedisServer;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.RedisClient;

@Tag("server")
class ClaimTest {
    private static final String LOG = "access.log@0123456789abcdef";

    private static RedisServer server;
    private static RedisClient redis;

    @BeforeAll
    static void start() {
        server = RedisServer.embedded();
        redis = RedisClient.create(server.uri());
    }

    @AfterAll
    static void stop() {
        redis.close();
        server.close();
    }

    @BeforeEach
    void empty() {
        redis.flushAll();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "site",
                "malformed",
                "rejected",
                "page:/index.html",
                "visitor:192.0.2.1",
                "hour:2015-05-17T10",
                "source:other.log@0",
                "lock:{site}",
                "lock-wait:{page:/}",
                "lock-seen:0a1b:{hour:2015-05-17T10}",
                "lock-fence:{b}:page:/a{b}c",
                "lock:page:/a}b{c"
            })
    void refusesToStartWhereAKeyIsThatItWouldWrite(String key) {
        redis.set(key, "another's");

        assertThatThrownBy(() -> Claim.stake(redis, LOG, false))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(key);
        assertThat(redis.keys("*")).containsExactly(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sites",
                "pages:1",
                "stock:17",
                "lock:{stock:17}",
                "lock-seen:0a1b:{stock:17}",
                "lock:{site}:user:{site}",
                "locksmith",
                "hours"
            })
    void startsBesideTheKeysOfOthersAndLeavesThem(String key) {
        redis.set(key, "another's");

        Claim claim = Claim.stake(redis, LOG, false);
        writeEntries();
        claim.close();

        assertThat(redis.keys("*")).containsExactly(key);
    }

    @Test
    void namesAFewAndCountsTheRest() {
        for (int i = 0; i < 1_003; i++) {
            redis.hset("page:/" + i, "hits", "1");
        }

        assertThatThrownBy(() -> Claim.stake(redis, LOG, false)).hasMessageContaining("and 1,000 more");
    }

    @Test
    void knowsItsOwnKeptEntriesAgain() {
        keep();

        Claim again = Claim.stake(redis, LOG, false);

        assertThat(again.isRerun()).isTrue();
        assertThat(again.keeps()).as("what was kept once stays").isTrue();
    }

    @Test
    void refusesKeptEntriesOfAnotherLog() {
        keep();

        assertThatThrownBy(() -> Claim.stake(redis, "other.log@9", true))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(LOG)
                .hasMessageContaining("other.log@9");
    }

    @Test
    void refusesKeptEntriesAmongWhichAForeignOneIs() {
        keep();
        redis.hset("page:/foreign", "hits", "1");

        assertThatThrownBy(() -> Claim.stake(redis, LOG, true))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("not these alone");
    }

    @Test
    void refusesKeptEntriesAmongWhichOneWasReplaced() {
        keep();
        redis.del("page:/");
        redis.hset("page:/foreign", "hits", "1");

        assertThatThrownBy(() -> Claim.stake(redis, LOG, true)).isInstanceOf(BadInputException.class);
    }

    @Test
    void refusesKeptEntriesThatNoLongerKnowTheirEvents() {
        keep();
        redis.hset(DemoKeys.MARK, "until", "1000");

        assertThatThrownBy(() -> Claim.stake(redis, LOG, true))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("--remove-kept");
    }

    @Test
    void goesOnWhereAKilledRunLeftItsEntries() {
        Claim killed = Claim.stake(redis, LOG, false);
        writeEntries();
        assertThat(killed.isRerun()).isFalse();

        Claim next = Claim.stake(redis, LOG, false);
        next.close();

        assertThat(redis.keys("*")).isEmpty();
    }

    @Test
    void leavesNothingWhenItRefuses() {
        redis.set("site", "another's");

        assertThatThrownBy(() -> Claim.stake(redis, LOG, true)).isInstanceOf(BadInputException.class);

        assertThat(redis.exists(DemoKeys.MARK)).isFalse();
    }

    @Test
    void removesThousandsOfKeysAndTheMark() {
        Claim claim = Claim.stake(redis, LOG, false);
        for (int i = 0; i < 3_000; i++) {
            redis.hset("page:/" + i, Map.of("hits", "1"));
            redis.set("lock-seen:00:{page:/" + i + "}", "1");
        }

        claim.close();

        assertThat(redis.dbSize()).isZero();
    }

    private static void keep() {
        Claim claim = Claim.stake(redis, LOG, true);
        writeEntries();
        assertThat(claim.keepAll()).isEqualTo(4);
    }

    private static void writeEntries() {
        redis.hset("site", "hits", "2");
        redis.hset("page:/", "hits", "2");
        redis.hset("page:/a{b}c", "hits", "2");
        redis.hset("source:" + LOG, "lines", "2");
        redis.set("lock-seen:0a1b:{page:/}", "1");
        redis.set("lock-seen:0a1b:{b}:page:/a{b}c", "1");
    }
}
