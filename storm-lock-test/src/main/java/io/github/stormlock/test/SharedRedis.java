package io.github.stormlock.test;

import io.github.stormlock.test.internal.process.RedisUris;
import io.github.stormlock.test.internal.process.Setting;
import org.junit.jupiter.api.extension.ExtensionContext;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.util.JedisURIHelper;

/** The one Redis of a test run, and the reader of its entries. JUnit closes it when the run ends. */
final class SharedRedis implements AutoCloseable {
    private final RedisServer server;
    private final EntryReader entries;

    SharedRedis(RedisServer server) {
        this.server = server;
        this.entries = EntryReader.of(server);
    }

    static SharedRedis of(ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedRedis.class))
                .getOrComputeIfAbsent(
                        SharedRedis.class, key -> new SharedRedis(RedisServer.start()), SharedRedis.class);
    }

    RedisServer server() {
        return server;
    }

    EntryReader entries() {
        return entries;
    }

    /**
     * Empties the server, and starts it first if a test has ended it.
     *
     * @throws IllegalStateException if the server was not started here, and the settings do not allow it to be emptied
     */
    void empty() {
        if (!mayBeEmptied()) {
            throw new IllegalStateException("Tests would empty database 0 of " + RedisUris.withoutSecret(server.uri())
                    + ", which was not started by them: name a database for them in " + Setting.REDIS.property()
                    + ", as in redis://host:port/9, or allow it with -D" + Setting.FLUSH.property() + "=true");
        }
        if (server.wasEnded()) {
            server.restart();
        }
        // This uses a new connection, because those of the last test may lead to a server that was killed since.
        try (RedisClient client = RedisClient.create(server.uri())) {
            String done = server.kind() == RedisKind.EXTERNAL ? client.flushDB() : client.flushAll();
            if (!"OK".equals(done)) {
                throw new IllegalStateException(server + " cannot be emptied: " + done);
            }
        }
    }

    private boolean mayBeEmptied() {
        return server.kind() != RedisKind.EXTERNAL
                || JedisURIHelper.getDBIndex(server.uri()) != 0
                || Setting.FLUSH.value().filter("true"::equals).isPresent();
    }

    @Override
    public void close() {
        entries.close();
        server.close();
    }
}
