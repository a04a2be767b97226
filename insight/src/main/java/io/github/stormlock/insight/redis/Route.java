package io.github.stormlock.insight.redis;

import io.github.stormlock.redis.RedisConfig.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which server has a key, and which servers are primaries. Thread-safe. */
interface Route {
    /** Returns the server that has a key; any primary for {@code null}. */
    Node of(@Nullable String key);

    List<Node> primaries();

    /** Forgets what was learnt, because a server did not answer, or named another. */
    void doubt();

    /** Returns the route to one server that is known. */
    static Route to(Node server) {
        return new Route() {
            @Override
            public Node of(@Nullable String key) {
                return server;
            }

            @Override
            public List<Node> primaries() {
                return List.of(server);
            }

            @Override
            public void doubt() {}
        };
    }
}
