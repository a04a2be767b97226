package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** To add a fraction says what {@code HINCRBYFLOAT} says. */
@OnRedis
@Tag("contract")
class FractionsTest {
    private LockFixture fixture;

    private Jedis redis;
    private GuardedEntry<HashEntry> page;

    @BeforeEach
    void open() {
        page = fixture.factory().guard("page", Entries.hash());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0x10", "-0X1f", "0x1.8p1", "1.", ".5", "1e3", "+5", "007", "-0", "1e-400"})
    void isAddedAsTheServerAddsIt(String held) {
        redis.hset("page", "n", held);
        page.change(view -> view.add("n", 0.5));
        redis.hset("page", "server", held);
        double sum = redis.hincrByFloat("page", "server", 0.5);
        assertThat(Double.parseDouble(redis.hget("page", "n"))).isEqualTo(sum);
    }

    @ParameterizedTest
    @ValueSource(strings = {" 1", "1 ", "1_000", "1d", "0x", "5e", "nan", "inf", "-inf", "1e5000"})
    void isRefusedAsTheServerRefusesIt(String held) {
        redis.hset("page", "n", held);
        assertThatThrownBy(() -> redis.hincrByFloat("page", "n", 0.5)).isInstanceOf(JedisDataException.class);
        assertThatThrownBy(() -> page.change(view -> view.add("n", 0.5)))
                .isInstanceOfAny(NumberFormatException.class, ArithmeticException.class);
        assertThat(redis.hget("page", "n")).isEqualTo(held);
    }
}
