package io.github.stormlock.lock.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.kind.Latch;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol.Command;

/** A latch opens at the worst moment, or over a network that fails. In one mode, as it takes long. */
@OnRedis.Own
class LatchRacesTest {
    private static final Duration KEPT = Duration.ofMinutes(1);

    private RedisServer redis;

    private LockFixture fixture;

    private RedisLockFactory mine;
    private RedisLockFactory theirs;

    /** Waits end long before the poll of 100 ms that would find a missed opening, unless the machine is busy. */
    @Test
    void openingBetweenTheCheckAndTheWaitIsNeverMissed() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int quick = 0;
        for (int i = 0; i < 1_000 && quick < 300; i++) {
            Latch latch = mine.latch("load-" + i, 1, KEPT);
            Latch other = theirs.latch("load-" + i, 1, KEPT);
            long offset = random.nextInt(1_500_000);
            Future<Integer> counting = fixture.start(() -> {
                LockSupport.parkNanos(offset);
                return other.countDown("one");
            });
            long began = System.nanoTime();
            assertThat(latch.await(LockFixture.LONG))
                    .as("seed %s, repetition %s", seed, i)
                    .isTrue();
            quick += System.nanoTime() - began < 60_000_000 ? 1 : 0;
            assertThat(LockFixture.result(counting)).isZero();
        }
        assertThat(quick).as("waits of less than 60 ms; seed %s", seed).isEqualTo(300);
    }

    @Test
    void countDownWhoseAnswerIsLostCountsOnce() {
        for (ReplyLoss loss : ReplyLoss.values()) {
            Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT, Duration.ofSeconds(2));
            Latch latch = faults.locks().latch("load-" + loss, 3, KEPT);
            assertThat(latch.countDown("one")).isEqualTo(2);
            faults.proxy().dropReplyWhen(FaultProxy.containing("two"), 1, loss);
            assertThat(latch.countDown("two")).isEqualTo(1);
            assertThat(mine.latch("load-" + loss, 3, KEPT).left()).isEqualTo(1);
        }
    }

    @Test
    void waiterWhoseAnswerIsLostWaitsOn() throws Exception {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT, Duration.ofSeconds(2))
                .warm();
        Latch latch = faults.locks().latch("load", 1, KEPT);
        faults.proxy().dropReplyWhen(FaultProxy.containing("lock-latch-wait:{load}"), 1, ReplyLoss.CUT);
        Future<Boolean> waiting = fixture.start(() -> latch.await(LockFixture.LONG));
        await().until(() -> fixture.foreigner().exists("lock-latch-wait:{load}"));
        assertThat(mine.latch("load", 1, KEPT).countDown("one")).isZero();
        assertThat(LockFixture.result(waiting)).isTrue();
    }

    @Test
    void waitEndsInTimeAlthoughTheServerIsSilent() {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT, LockFixture.LONG)
                .warm();
        Latch latch = faults.locks().latch("load", 1, KEPT);
        assertThat(latch.left()).isEqualTo(1);
        faults.proxy().blackHole(true);
        long began = System.nanoTime();
        assertThat(latch.await(Duration.ofMillis(300))).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .as("a command may take 20 s")
                .isLessThan(Duration.ofSeconds(10));
    }

    /** The message is sent while nobody hears it. */
    @Test
    void waiterWhoseSubscriptionIsCutFindsOutByItself() throws Exception {
        for (int i = 0; i < 10; i++) {
            Latch latch = mine.latch("load-" + i, 1, KEPT);
            Future<Boolean> waiting = fixture.start(() -> latch.await(LockFixture.LONG));
            String key = "lock-latch-wait:{load-" + i + "}";
            await().pollInterval(Duration.ofMillis(2))
                    .until(() -> fixture.foreigner().exists(key));
            assertThat(fixture.operator().sendCommand(Command.CLIENT, "KILL", "TYPE", "pubsub"))
                    .isNotNull();
            assertThat(theirs.latch("load-" + i, 1, KEPT).countDown("one")).isZero();
            assertThat(LockFixture.result(waiting)).isTrue();
        }
    }
}
