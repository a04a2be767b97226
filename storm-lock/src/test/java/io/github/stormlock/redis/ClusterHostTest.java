package io.github.stormlock.redis;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static io.github.stormlock.redis.Lua.AMPLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.lock.fixture.Opened;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** A node of a Cluster that leaves its host out means the one that was asked, and never this machine. */
class ClusterHostTest {
    @AutoClose
    private final Opened opened = new Opened();
    /** An address of this machine that no empty name stands for. */
    private static final String ASKED = "127.0.0.2";

    private static final ScriptCall ONE = Lua.call(Lua.script("return 1"), List.of("k"), List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$0\r\n\r\n:PORT\r\n",
                "$-1\r\n:PORT\r\n",
                "$-1\r\n:PORT\r\n$2\r\nid\r\n*0\r\n",
                "$1\r\n \r\n:PORT\r\n"
            })
    void hostLeftOutOfTheMapIsTheOneAsked(String node) {
        FakeServer server = opened.add(cluster(node, ":1\r\n"));
        RedisPort port = opened.add(port(server, List.of()));
        assertThat(port.run(ONE, AMPLE)).isEqualTo(1L);
        assertThat(server.received()).contains("EVALSHA");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-MOVED 12706 ?:PORT\r\n", "-ASK 12706 ?:PORT\r\n"})
    void nodeWithoutAHostNameIsNotTakenForAServerBesideTheOneAsked(String redirection) {
        FakeServer stranger = opened.add(target());
        FakeServer server =
                opened.add(cluster("$9\r\n127.0.0.2\r\n:PORT\r\n", redirection.replace("PORT", "" + stranger.port())));
        RedisPort port = opened.add(port(server, List.of()));
        assertThrown(RedisRefusedException.class, () -> port.run(ONE, AMPLE), "cluster-announce-hostname");
        assertThat(stranger.received()).isEmpty();
    }

    @Test
    void nodeWithoutAHostNameServesNothing() {
        FakeServer server = opened.add(cluster("$1\r\n?\r\n:PORT\r\n", ":1\r\n"));
        RedisPort port = opened.add(port(server, List.of()));
        assertThrown(RedisUnavailableException.class, () -> port.run(ONE, AMPLE), "no node serves any slot");
    }

    private static FakeServer target() {
        return new FakeServer(ASKED, command -> command.get(0).equals("ASKING") ? "+OK\r\n" : ":7\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-MOVED 12706 :PORT\r\n", "-ASK 12706 :PORT\r\n"})
    void hostLeftOutOfARedirectionIsTheOneAsked(String redirection) {
        FakeServer target = opened.add(target());
        FakeServer server =
                opened.add(cluster("$9\r\n127.0.0.2\r\n:PORT\r\n", redirection.replace("PORT", "" + target.port())));
        RedisPort port = opened.add(port(server, List.of()));
        assertThat(port.run(ONE, AMPLE)).isEqualTo(7L);
        assertThat(target.received()).contains("EVALSHA");
    }

    @Test
    void hostLeftOutIsThatOfTheNodeThatAnswered() {
        int nobody;
        try (FakeServer gone = new FakeServer(command -> "")) {
            nobody = gone.port();
        }
        FakeServer server = opened.add(cluster("$-1\r\n:PORT\r\n", ":1\r\n"));
        RedisPort port = opened.add(port(server, List.of(new Node("127.0.0.1", nobody))));
        assertThat(port.run(ONE, AMPLE)).isEqualTo(1L);
    }

    @Test
    void nodeWithoutAPortServesNothing() {
        FakeServer server = opened.add(cluster("$-1\r\n:0\r\n", ":1\r\n"));
        RedisPort port = opened.add(port(server, List.of()));
        assertThrown(RedisUnavailableException.class, () -> port.run(ONE, AMPLE), "no node serves any slot");
        assertThat(server.received()).doesNotContain("EVALSHA");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void addressIsNeverMadeOfNothing(String host) {
        RedisConfig config = RedisConfig.standalone("127.0.0.1", 1);

        assertThatThrownBy(() -> new JedisSettings(config)
                        .sockets(new HostAndPort(host, 1))
                        .createSocket())
                .isInstanceOf(JedisConnectionException.class)
                .hasMessageContaining("is not named");
    }

    /** Starts a cluster of one node, which tells itself as {@code node} and answers scripts with {@code answer}. */
    private static FakeServer cluster(String node, String answer) {
        AtomicReference<FakeServer> self = new AtomicReference<>();
        FakeServer server = new FakeServer(
                ASKED,
                command -> command.get(0).equals("CLUSTER")
                        ? slots(node, self.get().port())
                        : answer);
        self.set(server);
        return server;
    }

    private static String slots(String node, int port) {
        int parts = node.contains("id\r\n") ? 4 : 2;
        return "*1\r\n*3\r\n:0\r\n:16383\r\n*" + parts + "\r\n" + node.replace("PORT", "" + port);
    }

    private static RedisPort port(FakeServer server, List<Node> before) {
        List<Node> nodes = new ArrayList<>(before);
        nodes.add(new Node(ASKED, server.port()));
        return RedisPort.open(server.config().toBuilder().cluster(nodes).build());
    }
}
