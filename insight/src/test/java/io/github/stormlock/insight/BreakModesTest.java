package io.github.stormlock.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.insight.fixture.RedisPlace;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.insight.LockNames;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code locks break} on a single server, over Sentinel and in a Cluster. */
@Tag("server")
@Tag("modes")
class BreakModesTest {
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final Duration LEASE = Duration.ofSeconds(6);
    private static final LockNames NAMES = LockNames.of("");

    private static RedisLockFactory factory(RedisPlace place) {
        return RedisLockFactory.connect(
                place.config(), LockSettings.builder().lease(LEASE).build());
    }

    /** The holder of a mutex is told, the next one has it with a higher fence, and what was broken is noted. */
    private static void breakMutex(RedisPlace place) throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        try (RedisLockFactory factory = factory(place);
                RedisLockFactory other = factory(place)) {
            Lease held = factory.calledBy("nightly").mutex("report:daily").acquire(WAIT);
            long fence = held.fence();
            held.onLost(told::countDown);
            CompletableFuture<Long> waiter = CompletableFuture.supplyAsync(() -> {
                try (Lease next = other.mutex("report:daily").acquire(WAIT)) {
                    await().atMost(WAIT).until(() -> end.getCount() == 0);
                    return next.fence();
                }
            });
            await().until(() -> place.client().zcount(NAMES.waiting("report:daily"), "(0", "+inf") == 1);

            JsonNode shown =
                    place.run("break", "report:daily", "--dry-run", "--json").json("break");
            assertThat(shown.path("outcome").asText()).isEqualTo("dry-run");
            assertThat(shown.path("token").asText()).isEqualTo(held.token());
            assertThat(place.run("break", "report:daily", "--yes", "--reason", "it hangs")
                            .status())
                    .isEqualTo(Invocation.BAD_OPTION);
            assertThat(place.client().get(NAMES.lock("report:daily"))).isEqualTo(held.token());

            JsonNode answer = place.run("break", "report:daily", "--yes", "--reason", "it hangs", "--mutex", "--json")
                    .json("break");
            assertThat(answer.path("outcome").asText()).isEqualTo("given");
            await().atMost(WAIT).until(() -> told.getCount() == 0);
            end.countDown();
            assertThat(waiter.get()).isGreaterThan(fence);

            JsonNode note = place.run("explain", "report:daily", "--json")
                    .json("explain")
                    .path("broken");
            assertThat(note.path("reason").asText()).isEqualTo("it hangs");
            assertThat(note.path("kind").asText()).isEqualTo("mutex");
            assertThat(note.path("token").asText())
                    .isEqualTo(shown.path("token").asText());
            held.close();
        }
    }

    private static void breakUpdate(RedisPlace place) {
        CountDownLatch computing = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (RedisLockFactory factory = factory(place)) {
            CompletableFuture<Void> update = CompletableFuture.runAsync(
                    () -> factory.guard("site", Entries.hash()).exclusive().change(site -> {
                        site.add("hits", 1);
                        computing.countDown();
                        await().atMost(WAIT).until(() -> end.getCount() == 0);
                    }));
            await().until(() -> computing.getCount() == 0);
            assertThat(place.run("break", "site", "--yes", "--reason", "it hangs")
                            .out())
                    .contains("site is an update", "broken; it is free");
            end.countDown();
            await().atMost(WAIT).until(update::isDone);
            assertThat(update.handle((nothing, failure) -> failure).join())
                    .hasCauseInstanceOf(LeaseLostException.class);
            assertThat(place.client().exists("site")).isFalse();
        }
    }

    private static void breakStranger(RedisPlace place) {
        assertThat(place.client().set(NAMES.lock("job:export"), "worker-17")).isEqualTo("OK");
        assertThat(place.run("list").out()).contains("job:export");
        assertThat(place.run("break", "job:export", "--yes", "--reason", "it is gone")
                        .status())
                .isEqualTo(Invocation.BAD_OPTION);
        assertThat(place.run("break", "job:export", "--yes", "--reason", "it is gone", "--stranger")
                        .status())
                .isEqualTo(Invocation.DONE);
        assertThat(place.client().exists(NAMES.lock("job:export"))).isFalse();
        assertThat(place.run("break", "job:export", "--yes", "--reason", "it is gone", "--stranger")
                        .out())
                .contains("nobody holds job:export");
    }

    @ParameterizedTest
    @EnumSource
    void locksAreBrokenInEachModeAndTheirHoldersAreTold(RedisPlace.Mode mode) throws Exception {
        try (RedisPlace place = RedisPlace.start(mode)) {
            breakMutex(place);
            breakUpdate(place);
            breakStranger(place);
        }
    }
}
