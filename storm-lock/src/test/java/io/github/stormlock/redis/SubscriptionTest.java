package io.github.stormlock.redis;

import static io.github.stormlock.redis.Lua.AMPLE;
import static io.github.stormlock.redis.Lua.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.lock.fixture.Opened;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

@ParameterizedClass
@MethodSource("io.github.stormlock.redis.Backend#each")
@Tag("server")
class SubscriptionTest {
    private static final String CHANNEL = "lock:wake";

    @Parameter
    Backend backend;

    private final HeardMessages heard = new HeardMessages();

    @AutoClose
    private final Opened opened = new Opened();

    private TestRedis redis;
    private RedisPort port;
    private Subscription subscription;

    @BeforeEach
    void subscribe() {
        redis = opened.add(backend.start());
        port = opened.add(RedisPort.open(backend.config(redis)));
        subscription = port.subscribe(CHANNEL, heard);
        await().until(subscription::isConfirmed);
    }

    @Test
    void messagesArriveInOrder() {
        publish("one");
        publish("two");

        await().until(() -> heard.messages.equals(List.of("one", "two")));
        assertThat(heard.subscribed.get()).isEqualTo(1);
    }

    @Test
    void killedConnectionIsReplacedAndTheListenerTold() {
        long killed = redis.admin(jedis -> jedis.clientKill(new ClientKillParams().type(ClientType.PUBSUB)));
        assertThat(killed).isEqualTo(1);

        await().until(() -> heard.subscribed.get() == 2);
        assertThat(subscription.isConfirmed()).isTrue();
        publish("after");
        await().until(() -> heard.messages.equals(List.of("after")));
    }

    @Test
    void answeredPingsLeaveTheConnectionAlone() {
        for (int i = 1; i <= 20; i++) {
            int pings = i;
            subscription.ping();
            // The pong comes before the message, on the same connection.
            publish("message " + pings);
            await().pollInterval(Duration.ofMillis(5)).until(() -> heard.messages.size() == pings);
        }

        assertThat(heard.subscribed.get()).isEqualTo(1);
    }

    @Test
    void connectionThatDoesNotAnswerAPingIsReplaced() {
        redis.server().pause();
        subscription.ping();
        assertThat(subscription.isConfirmed()).isTrue();

        subscription.ping();

        assertThat(subscription.isConfirmed()).isFalse();
        redis.server().resume();
        await().until(() -> heard.subscribed.get() == 2);
        publish("after");
        await().until(() -> heard.messages.equals(List.of("after")));
    }

    @Test
    void listenerThatThrowsDoesNotCostTheSubscription() {
        heard.throwing = true;
        publish("one");
        await().until(() -> heard.messages.size() == 1);
        heard.throwing = false;
        publish("two");

        await().until(() -> heard.messages.equals(List.of("one", "two")));
        assertThat(heard.subscribed.get()).isEqualTo(1);
    }

    @Test
    void closeEndsThreadAndConnectionAtOnce() {
        assertThat(threads()).isNotEmpty();
        long start = System.nanoTime();
        subscription.close();
        subscription.close();

        assertThat(System.nanoTime() - start).isLessThan(AMPLE);
        assertThat(threads()).isEmpty();
        await().until(() -> numberOfSubscribers() == 0);
        assertThat(subscription.isConfirmed()).isFalse();
        subscription.ping();
    }

    @Test
    void closeEndsAThreadThatWaitsToReconnect() {
        redis.server().kill();
        await().until(() -> !subscription.isConfirmed());
        subscription.close();

        assertThat(threads()).isEmpty();
    }

    @Test
    void closeEndsAThreadThatIsLoggingIn() {
        redis.server().pause();
        subscription.ping();
        subscription.ping();
        await().until(() -> !subscription.isConfirmed());
        long start = System.nanoTime();
        subscription.close();

        assertThat(System.nanoTime() - start).isLessThan(5 * SECOND);
        assertThat(threads()).isEmpty();
    }

    private void publish(String message) {
        long receivers = redis.admin(jedis -> jedis.publish(CHANNEL, message));
        assertThat(receivers).isEqualTo(1);
    }

    private long numberOfSubscribers() {
        return redis.admin(jedis -> jedis.pubsubNumSub(CHANNEL).get(CHANNEL));
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("storm-lock-subscription"))
                .toList();
    }
}
