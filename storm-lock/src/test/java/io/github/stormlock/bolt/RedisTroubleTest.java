package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.Tasks;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

/** Servers in trouble, each a process of the test's own. Tuples fail with a reason, and all is well again by itself. */
@OnRedis.Own
class RedisTroubleTest {
    private Tasks tasks;
    private RedisServer redis;
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();

    @Test
    void serverThatIsGoneFailsTuplesReportsOnceAndRecoversByItself() {
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "event-1");
        redis.kill();
        for (int i = 0; i < 6; i++) {
            task.execute("e", "event-2");
        }
        assertThat(task.output().failed()).isEqualTo(6);
        assertThat(task.output().acked()).isEqualTo(1);
        // The first tuple was sent over the connection that had been open, so nobody can tell what became of it.
        assertThat(task.output().errors()).hasSize(2).first().satisfies(error -> assertThat(error)
                .hasCauseInstanceOf(OutcomeUnknownException.class));
        assertThat(task.output().errors()).last().satisfies(error -> assertThat(error)
                .hasMessageContaining("unavailable")
                .hasMessageContaining("127.0.0.1:" + redis.port()));
        redis.restart();
        task.execute("e", "event-2");
        assertThat(task.output().acked()).isEqualTo(2);
        assertThat(task.context().count("rejected")).isZero();
    }

    @Test
    void aRoundThatFailsForWantOfAServerPausesOnce() {
        Task<HashEntry> task = tasks.of(bolt);
        redis.kill();
        long started = System.nanoTime();
        for (int i = 0; i < 36; i++) {
            task.submit("e" + i, "");
        }
        // A pause for each tuple would take half a minute.
        await().atMost(Duration.ofSeconds(30)).until(() -> task.output().failed() == 36);
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(15));
    }

    @Test
    void serverThatComesLaterThanTheBoltIsFound() {
        redis.kill();
        Task<HashEntry> task = tasks.of(bolt);
        assertThat(task.output().errors()).hasSize(1);
        task.execute("e");
        assertThat(task.output().failed()).isEqualTo(1);
        redis.restart();
        task.execute("e");
        assertThat(task.output().acked()).isEqualTo(1);
    }

    @Test
    void tuplesFailAtAPaceAtAServerWithoutMemoryAndAreReportedOnce() {
        Task<HashEntry> task = tasks.of(bolt);
        task.execute("e", "event-1");
        command("CONFIG", "SET", "maxmemory", "1");
        long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        while (System.nanoTime() < end) {
            task.execute("e", "event-2");
        }
        // The pauses between one tuple and the next are 50, 50, 50, 80, 160, 320, 640 ms and so on.
        assertThat(task.output().failed()).isBetween(3, 15);
        assertThat(task.output().errors()).hasSize(1);
        command("CONFIG", "SET", "maxmemory", "0");
        task.execute("e", "event-2");
        assertThat(task.output().acked()).isEqualTo(2);
    }

    private void command(String... words) {
        try (Jedis admin = new Jedis("127.0.0.1", redis.port())) {
            admin.sendCommand(
                    Protocol.Command.valueOf(words[0]),
                    List.of(words).subList(1, words.length).toArray(new String[0]));
        }
    }
}
