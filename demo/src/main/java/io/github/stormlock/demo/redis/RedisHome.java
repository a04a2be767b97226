package io.github.stormlock.demo.redis;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.console.DisplayText;
import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.RedisClient;

/** The Redis of a run: the user's, or one of the demo's own, which ends with it. Thread-safe. */
public final class RedisHome implements AutoCloseable {
    private final RedisAddress address;
    private final RedisClient client;
    private final @Nullable RedisServer own;
    private final @Nullable Path passwordFile;

    private RedisHome(
            RedisAddress address, RedisClient client, @Nullable RedisServer own, @Nullable Path passwordFile) {
        this.address = address;
        this.client = client;
        this.own = own;
        this.passwordFile = passwordFile;
    }

    /**
     * Opens the given Redis, or starts one.
     *
     * @throws BadInputException if it cannot be reached, or none can be started here
     */
    public static RedisHome open(Optional<RedisAddress> given) {
        return given.map(RedisHome::given).orElseGet(RedisHome::own);
    }

    private static RedisHome given(RedisAddress address) {
        RedisClient client = RedisGate.open(address);
        try {
            return new RedisHome(address, client, null, passwordFile(address));
        } catch (IOException e) {
            client.close();
            throw new RunFailedException("no temporary file for the password of the Redis: " + e.getMessage(), e);
        }
    }

    private static RedisHome own() {
        RedisServer server = start();
        try {
            URI uri = server.uri();
            RedisAddress address = new RedisAddress(uri.getHost(), uri.getPort(), false, 0, "", "");
            return new RedisHome(address, RedisGate.open(address), server, null);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private static RedisServer start() {
        try {
            return RedisServer.embedded();
        } catch (UncheckedIOException e) {
            return onPath(String.valueOf(e.getMessage()));
        }
    }

    private static RedisServer onPath(String whyNotEmbedded) {
        try {
            return RedisServer.system().orElseThrow(() -> none(whyNotEmbedded));
        } catch (UncheckedIOException e) {
            throw none(whyNotEmbedded + "; redis-server: " + e.getMessage());
        }
    }

    private static BadInputException none(String why) {
        return new BadInputException("no Redis can be started here: install redis-server (Debian and Ubuntu:"
                + " apt-get install redis-server), or name one with --redis URI ("
                + DisplayText.oneLine(why.replace("java.io.IOException: ", "")) + ")");
    }

    /**
     * Writes the password to a file. It is never in the topology's configuration, which Storm logs: only the name of
     * the file is.
     */
    private static @Nullable Path passwordFile(RedisAddress address) throws IOException {
        if (address.password().isEmpty()) {
            return null;
        }
        Path file = Files.createTempFile("storm-lock-demo-", ".secret");
        file.toFile().deleteOnExit();
        Files.writeString(file, address.password() + "\n");
        return file;
    }

    public RedisClient client() {
        return client;
    }

    public boolean isOwn() {
        return own != null;
    }

    /** Returns the name of the Redis as it may be shown. */
    public String name() {
        return own == null ? address.uri() : "a Redis " + own.version() + " of the demo's own";
    }

    /** Returns the settings by which a topology reaches the Redis. */
    public Map<String, Object> topologyConf() {
        Map<String, Object> conf = new HashMap<>();
        conf.put("storm.lock.redis.uri", address.uri());
        if (!address.user().isEmpty()) {
            conf.put("storm.lock.redis.user", address.user());
        }
        if (passwordFile != null) {
            conf.put("storm.lock.redis.password.file", passwordFile.toString());
        }
        return conf;
    }

    @Override
    public void close() {
        client.close();
        if (own != null) {
            own.close();
        }
        if (passwordFile != null) {
            passwordFile.toFile().delete();
        }
    }
}
