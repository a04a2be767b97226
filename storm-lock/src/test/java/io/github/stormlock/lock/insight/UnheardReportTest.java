package io.github.stormlock.lock.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;

/** A report that Redis does not hear is not lost. */
@OnRedis
class UnheardReportTest {
    private static final int UPDATES = 20;

    private LockFixture fixture;

    @Test
    void nextReportTellsWhatOneThatWasNotHeardHadToTell(RedisServer redis) throws Exception {
        FaultProxy proxy = fixture.closing(FaultProxy.to(redis));
        proxy.dropReplyWhen(FaultProxy.containing("lock-info:"), 2, ReplyLoss.CUT);
        RedisLockFactory factory = fixture.factory(
                fixture.configVia(proxy.uri()),
                LockSettings.builder().insightInterval(Duration.ofSeconds(1)).build());
        for (int i = 0; i < UPDATES; i++) {
            factory.guard("page", Entries.hash()).change(page -> page.add("n", 1));
        }
        UnifiedJedis client = fixture.foreigner();
        await().atMost(LockFixture.LONG).until(() -> document(client)
                .filter(heard -> heard.get("seq").getAsInt() > 2)
                .isPresent());

        JsonObject document = document(client).orElseThrow();
        JsonObject times = document.getAsJsonObject("time");
        assertThat(times.get("span").getAsLong()).isGreaterThan(1_900);
        for (String each : new String[] {"wait", "commit"}) {
            ByteBuffer bytes =
                    ByteBuffer.wrap(Base64.getDecoder().decode(times.get(each).getAsString()));
            assertThat(Histogram.decodeFromCompressedByteBuffer(bytes, 0).getTotalCount())
                    .as(each)
                    .isEqualTo(UPDATES);
        }
        await().atMost(LockFixture.LONG)
                .until(
                        () -> document(client)
                                .orElseThrow()
                                .getAsJsonObject("time")
                                .get("wait")
                                .getAsString(),
                        String::isEmpty);
    }

    private static Optional<JsonObject> document(UnifiedJedis client) {
        return client.keys("lock-info:*").stream()
                .filter(key -> client.type(key).equals("string"))
                .map(key -> JsonParser.parseString(client.get(key)).getAsJsonObject())
                .findFirst();
    }
}
