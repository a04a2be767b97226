package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A try takes the lock by a plain command, and its script is refused then. */
@OnRedis.Own
class OwnerlessGrantTest {
    private RedisServer redis;
    private EntryReader entries;

    private LockFixture fixture;

    @Test
    void lockThatAPlainTryTookIsFreeAgainWhenTheScriptIsRefused() {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT).warm();
        Jedis operator = new Jedis(redis.uri());
        fixture.closing(operator);
        AtomicBoolean full = new AtomicBoolean();
        faults.proxy()
                .dropReplyWhen(
                        command -> {
                            boolean script = Faults.with("EVALSHA", "lock:{page}", "HMGET")
                                    .test(command);
                            if (script && full.compareAndSet(false, true)) {
                                assertThat(entries.keys("lock:{page}")).hasSize(1);
                                operator.configSet("maxmemory", "1");
                            }
                            return false;
                        },
                        1,
                        ReplyLoss.CUT);
        assertThatThrownBy(() -> faults.locks()
                        .guard("page", Entries.hash())
                        .exclusive()
                        .onlyFields(Set.of("hits"))
                        .change(page -> page.add("hits", 1)))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("OOM");
        operator.configSet("maxmemory", "0");
        assertThat(full).isTrue();
        assertThat(entries.keys("lock:{page}")).isEmpty();
    }
}
