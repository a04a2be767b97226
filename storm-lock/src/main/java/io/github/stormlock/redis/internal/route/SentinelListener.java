package io.github.stormlock.redis.internal.route;

import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.internal.connect.Checks;
import io.github.stormlock.redis.internal.connect.ConnectionMaker;
import io.github.stormlock.redis.internal.connect.Failures;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.Peer;
import io.github.stormlock.redis.internal.connect.PortConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/** Asks one sentinel for the primary, and hears of switches from it. {@link #run} is for one thread, {@link #end} for any. */
final class SentinelListener {
    private static final long PAUSE_MILLIS = 500;
    private static final int ENDLESS = 0;

    private final HostAndPort sentinel;
    private final JedisSettings settings;
    private final String master;
    private final SentinelTopology topology;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable ConnectionMaker current;

    /** @param topology is told the primary each time that the sentinel names it, and each failure */
    SentinelListener(HostAndPort sentinel, JedisSettings settings, SentinelTopology topology) {
        this.sentinel = sentinel;
        this.settings = settings;
        this.master = settings.config().master();
        this.topology = topology;
    }

    /** Listens until the end, with one connection after another. */
    void run() {
        while (!isEnded()) {
            try {
                listen();
            } catch (RuntimeException e) {
                if (!isEnded()) {
                    topology.failed(sentinel, failure(e));
                }
            }
            pause();
        }
    }

    void end() {
        ended.countDown();
        ConnectionMaker made = current;
        if (made != null) {
            made.close();
        }
    }

    private void listen() {
        ConnectionMaker maker = new ConnectionMaker(Peer.SENTINEL, sentinel, settings);
        current = maker;
        try {
            // Checked after the assignment: end() sets its flag and then looks for connections, so one of the two sees
            // the other.
            if (isEnded()) {
                return;
            }
            PortConnection questions = maker.connect();
            topology.named(sentinel, primary(questions));
            PortConnection switches = maker.connect();
            switches.ask(new CommandArguments(Command.SUBSCRIBE).add("+switch-master"));
            // One that came before the subscription was not heard.
            topology.named(sentinel, primary(questions));
            questions.kill();
            switches.answerWithin(ENDLESS);
            while (!isEnded()) {
                hear(switches.read());
            }
        } finally {
            maker.close();
        }
    }

    private HostAndPort primary(PortConnection questions) {
        Object answer = questions.ask(new CommandArguments(Command.SENTINEL)
                .add("GET-MASTER-ADDR-BY-NAME")
                .add(master));
        if (answer instanceof List<?> address && address.size() == 2) {
            return address(text(address.get(0)), text(address.get(1)));
        }
        throw new RedisUnavailableException(
                "sentinel " + sentinel + " watches no '" + master + "'; see " + Checks.name("sentinel.master"), null);
    }

    /** Takes a message: the name, the old address and the new one. */
    private void hear(@Nullable Object message) {
        if (message instanceof List<?> parts && parts.size() == 3) {
            String[] words = text(parts.get(2)).split(" ", -1);
            if (words.length == 5 && words[0].equals(master)) {
                topology.named(sentinel, address(words[3], words[4]));
            }
        }
    }

    private static HostAndPort address(String host, String port) {
        return new HostAndPort(host, Integer.parseInt(port));
    }

    private RedisException failure(RuntimeException e) {
        if (e instanceof JedisDataException error && Failures.isUnknownCommand(error)) {
            return new RedisUnavailableException(
                    sentinel + " is Redis and no sentinel; see " + Checks.name("mode") + " and " + Checks.name("nodes"),
                    null);
        }
        return Failures.notConnected(Peer.SENTINEL, sentinel, true, e);
    }

    private boolean isEnded() {
        return ended.getCount() == 0;
    }

    private void pause() {
        try {
            ended.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // Nobody interrupts these threads but to end them.
            end();
        }
    }

    private static String text(@Nullable Object bytes) {
        return bytes instanceof byte[] some ? new String(some, StandardCharsets.UTF_8) : "";
    }
}
