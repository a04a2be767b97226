package io.github.stormlock.topologies.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import io.github.stormlock.topologies.guide.Price.PriceCodec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The guide's examples in plain Java. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class GuideServiceTest {

    @Test
    void serviceReservesUntilNothingIsLeft(RedisServer redis, EntryReader entries) {
        try (StockService service = new StockService(redis.uri().toString())) {
            service.deliver("tea", 1);
            assertThat(service.deliverOnce("tea", 1, "delivery-1")).isEqualTo(2);
            assertThat(service.deliverOnce("tea", 1, "delivery-1")).isEqualTo(2);
            assertThat(service.reserve("tea")).isTrue();
            assertThat(service.reserve("tea")).isTrue();
            assertThat(service.reserve("tea")).isFalse();
            assertThat(service.deliverLater("tea", 5).toCompletableFuture().join())
                    .isEqualTo(5);
        }
        assertThat(entries.hash("stock:tea")).isEqualTo(Map.of("left", "5"));
    }

    @Test
    void updateWhoseAnswerIsLostIsMadeOnce(RedisServer redis, EntryReader entries) {
        try (FaultProxy proxy = FaultProxy.to(redis);
                StockService service = new StockService(proxy.uri().toString())) {
            service.deliver("tea", 1);
            proxy.dropNextReply(1, ReplyLoss.CUT);
            assertThat(service.deliverOnce("tea", 1, "delivery-1")).isEqualTo(2);
        }
        assertThat(entries.hash("stock:tea")).isEqualTo(Map.of("left", "2"));
    }

    @Test
    void shopIsAskedOnceForAPriceAndItExpires(RedisServer redis, EntryReader entries) {
        AtomicInteger asked = new AtomicInteger();
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            PriceCache cache = new PriceCache(locks, article -> {
                asked.incrementAndGet();
                return new Price(499, "EUR");
            });
            assertThat(cache.price("tea")).isEqualTo(new Price(499, "EUR"));
            assertThat(cache.price("tea")).isEqualTo(new Price(499, "EUR"));
        }
        assertThat(asked).hasValue(1);
        assertThat(entries.string("price:tea")).hasValue("499 EUR");
        assertThat(entries.ttlMillis("price:tea"))
                .isBetween(1L, Duration.ofMinutes(5).toMillis());
    }

    @Test
    void boardShowsItsTopTen(RedisServer redis) {
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            locks.guard("board:chess", Entries.sortedSet()).change(board -> {
                for (int player = 0; player < 20; player++) {
                    board.set("player-" + player, player);
                }
            });
            assertThat(HighScores.topTen(locks, "chess"))
                    .hasSize(10)
                    .containsEntry("player-19", 19.0)
                    .doesNotContainKey("player-9");
        }
    }

    @Test
    void eachKindOfEntryIsWrittenAsItsRedisType(RedisServer redis, EntryReader entries) {
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            EntryKinds.change(locks);
            assertThat(locks.guard("price:7", Entries.value(PriceCodec.INSTANCE))
                            .peek()
                            .get())
                    .isEqualTo(new Price(999, "EUR"));
        }
        assertThat(entries.hash("user:7")).isEqualTo(Map.of("name", "Ann"));
        assertThat(entries.string("visits")).hasValue("1");
        assertThat(entries.list("queue")).isEqualTo(List.of("job-1"));
        assertThat(entries.set("tags:7")).containsExactly("new");
        assertThat(entries.sortedSet("scores")).isEqualTo(Map.of("ann", 12.5));
        assertThat(entries.string("limit")).hasValue("100");
    }

    @Test
    void batchOfTridentThatIsCommittedAgainCountsOnce(RedisServer redis, EntryReader entries) {
        TridentCounts.GuardedPages pages = new TridentCounts.GuardedPages(
                GuideTopology.configuration(redis.uri().toString()));
        for (long batch : new long[] {7, 7, 8}) {
            pages.beginCommit(batch);
            pages.add("/a", 3);
            pages.commit(batch);
        }
        assertThat(entries.hash("page:/a")).isEqualTo(Map.of("hits", "6"));
    }
}
