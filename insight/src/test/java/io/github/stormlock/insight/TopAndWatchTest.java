package io.github.stormlock.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.atIndex;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.insight.fixture.FakeWorker;
import io.github.stormlock.insight.fixture.OnServer;
import io.github.stormlock.insight.fixture.RunningCommand;
import io.github.stormlock.insight.fixture.Scene;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

@OnServer
class TopAndWatchTest {
    private RedisServer server;
    private Jedis redis;
    private Scene scene;

    @Test
    void ratesAndHotEntriesAreThoseOfTheWorker() {
        AtomicBoolean end = new AtomicBoolean();
        AtomicLong done = new AtomicLong();
        RedisLockFactory factory = scene.factory(LockSettings.DEFAULT);
        var hot = factory.guard("page:/hot", Entries.hash());
        var cold = factory.guard("page:/cold", Entries.hash());
        CompletableFuture<Void> works = CompletableFuture.runAsync(() -> {
            for (long i = 0; !end.get(); i++) {
                (i % 10 == 0 ? cold : hot).update(page -> {
                    page.add("hits", 1);
                    return 1;
                });
                done.incrementAndGet();
            }
        });
        Awaitility.await().atMost(Duration.ofSeconds(15)).until(() -> redis.exists("lock-info:{workers}"));
        // From now on the worker reports each second, and the intervals below are of work only.
        CommandRun.at(server, "top", "--once");
        long begun = System.nanoTime();
        long before = done.get();
        JsonNode top = CommandRun.at(server, "top", "--once", "--json").json("top");
        double rate = (done.get() - before) * 1e9 / (System.nanoTime() - begun);
        String text = CommandRun.at(server, "top", "--once", "--sort", "entry").out();
        end.set(true);
        works.join();

        JsonNode topology = top.at("/topologies/0");
        assertThat(topology.path("workers").asInt()).isEqualTo(1);
        // The worker reports other seconds than those measured here, and a busy machine gives each its own share.
        assertThat(topology.at("/perSecond/updates").asDouble()).isBetween(rate / 20, rate * 20);
        // One for each update, as nobody else is there; the two are counted a moment apart.
        assertThat(topology.path("roundTripsPerUpdate").asDouble()).isBetween(0.5, 2.0);
        assertThat(top.at("/hot/0/entry").asText()).isEqualTo("page:/hot");
        assertThat(top.at("/hot/0/share").asDouble()).isBetween(0.5, 1.0);
        assertThat(text).contains("updates/s").contains("page:/hot").contains("█");
        assertThat(text.indexOf("page:/cold")).isLessThan(text.indexOf("page:/hot"));
    }

    @Test
    void watchGoesOnAfterTheServerWasAway() throws InterruptedException {
        RedisServer own = scene.add(RedisServer.embedded());
        try (RunningCommand watch = RunningCommand.at(own, "watch", "site")) {
            Awaitility.await().until(() -> watch.out().contains("free"));
            own.kill();
            Awaitility.await().until(() -> watch.err().contains("cannot be asked"));
            own.restart();
            try (Jedis again = new Jedis(own.uri())) {
                again.set("lock:{site}", "worker-17");
            }
            Awaitility.await().until(() -> watch.out().contains("worker-17"));
        }
    }

    @Test
    void changesAreJsonOfTheSchemaLineByLine() throws InterruptedException {
        try (RunningCommand watch = RunningCommand.at(server, "watch", "site", "--json")) {
            Awaitility.await().until(() -> watch.lines().size() == 1);
            redis.set("lock:{site}", "worker-17");
            redis.set("lock-fence:{site}", "41");
            Awaitility.await().until(() -> watch.lines().stream().anyMatch(line -> line.contains("41")));
            assertThat(watch.lines().stream().map(line -> CommandRun.json(line, "watch")))
                    .hasSizeGreaterThanOrEqualTo(2)
                    .satisfies(
                            first ->
                                    assertThat(first.at("/lock/state").asText()).isEqualTo("free"),
                            atIndex(0))
                    .last()
                    .satisfies(last -> {
                        assertThat(last.at("/lock/state").asText()).isEqualTo("stranger");
                        assertThat(last.path("fence").asText()).isEqualTo("41");
                    });
        }
    }

    @Test
    void changesOfOneLockArePrintedOneByOne() throws InterruptedException {
        RedisLockFactory factory = scene.factory(LockSettings.DEFAULT);
        try (RunningCommand watch = RunningCommand.at(server, "watch", "site")) {
            Awaitility.await().until(() -> watch.out().contains("free"));
            try (Lease lease = factory.calledBy("nightly").mutex("site").acquire(Duration.ofSeconds(5))) {
                Awaitility.await().until(() -> watch.lines().stream()
                        .anyMatch(line ->
                                line.contains("mutex") && line.contains("step 1") && line.contains("waiting 0")));
                assertThat(lease.fence()).isPositive();
                Awaitility.await().until(() -> watch.out().contains("fence 1"));
            }
            Awaitility.await()
                    .until(() -> watch.lines().get(watch.lines().size() - 1).contains("free"));
        }
    }

    @Test
    void workerThatHasNotReportedInBetweenIsNotShownAtWork() {
        FakeWorker worker = scene.worker(Scene.id('a'));
        worker.tell("every:1000, sum:{updates:6000}").report();
        JsonNode topology =
                CommandRun.at(server, "top", "--once", "--json").json("top").at("/topologies/0");
        assertThat(topology.path("workers").asInt()).isEqualTo(1);
        assertThat(topology.at("/perSecond/updates").asDouble()).isZero();
    }

    @Test
    void holderThatCameAfterWorkersWereReadIsNotCalledDead() throws InterruptedException {
        try (RunningCommand watch = RunningCommand.at(server, "watch", "site")) {
            Awaitility.await().until(() -> watch.out().contains("free"));
            String factory = Scene.id('a');
            FakeWorker worker = scene.worker(factory).report();
            redis.set("lock:{site}", "storm-lock:s:" + factory + ":1.m3:1");
            redis.pexpire("lock:{site}", 20_000);
            Awaitility.await().until(() -> watch.lines().size() > 1);
            assertThat(watch.out()).contains("stats/pages task 7, w3:6700").doesNotContain("dead");
        }
    }
}
