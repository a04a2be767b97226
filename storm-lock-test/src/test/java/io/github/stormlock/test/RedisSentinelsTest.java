package io.github.stormlock.test;

import static io.github.stormlock.test.Direct.connect;
import static io.github.stormlock.test.Direct.get;
import static io.github.stormlock.test.Direct.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.ConnectException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("harness")
@Tag("server")
@Tag("modes")
class RedisSentinelsTest {
    /** So much that a replica needs a while to read it. */
    private static final int LARGE = 100_000_000;

    @Test
    void replicaIsPromotedForAKilledPrimaryWhichComesBackAsItsReplicaTimeAndAgain() {
        try (RedisSentinels all = RedisSentinels.start(3);
                EntryReader entries = EntryReader.of(all)) {
            for (int round = 0; round < 2; round++) {
                RedisServer old = all.primary();
                RedisServer next = all.replica();
                set(old, "k", "v" + round);
                String value = "v" + round;
                await().until(() -> value.equals(get(next, "k")));
                assertThat(all.failOver()).isEqualTo(next);
                assertThat(all.primary()).isEqualTo(next);
                await().ignoreExceptions().until(() -> entries.string("k").isPresent());
                set(next, "other", "w");
                all.restore();
                assertThat(all.replica()).isEqualTo(old);
            }
        }
    }

    /** A link that is up does not tell whether the replica has read all that was sent over it. */
    @Test
    void whatWasWrittenBeforeAFailOverSurvivesIt() {
        try (RedisSentinels all = RedisSentinels.start(1)) {
            set(all.primary(), "large", "x".repeat(LARGE));
            set(all.primary(), "last", "written");
            assertThat(get(all.failOver(), "last")).isEqualTo("written");
        }
    }

    /** A sentinel does nothing for 30 s after a pause, and so long the replica is without its primary. */
    @Tag("long")
    @Test
    void replicaIsPromotedThoughTheSentinelStoodStill() {
        try (RedisSentinels all = RedisSentinels.start(1)) {
            RedisServer next = all.replica();
            RedisServer sentinel = all.sentinels().get(0);
            sentinel.pause();
            await().pollDelay(Duration.ofMillis(2_500)).until(() -> true);
            sentinel.resume();
            assertThat(all.failOver()).isEqualTo(next);
        }
    }

    @Test
    void oneSentinelDecidesAloneAndNothingIsLeftOfThemWhenClosed() {
        RedisSentinels all = RedisSentinels.start(1);
        int port = all.sentinels().get(0).port();
        try {
            assertThat(all.addresses()).containsExactly("127.0.0.1:" + port);
            assertThat(all.failOver()).isEqualTo(all.primary());
        } finally {
            all.close();
        }
        assertThatThrownBy(() -> connect(port)).isInstanceOf(ConnectException.class);
        all.close();
    }

    @Test
    void numberOfSentinelsIsChecked() {
        assertThatThrownBy(() -> RedisSentinels.start(0)).hasMessageContaining("1 to 3");
        assertThatThrownBy(() -> RedisSentinels.start(4)).hasMessageContaining("1 to 3");
    }
}
