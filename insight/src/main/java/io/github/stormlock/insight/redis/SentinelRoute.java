package io.github.stormlock.insight.redis;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Node;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The primary that the sentinels name, asked one after another. Thread-safe. */
final class SentinelRoute implements Route {
    private final RedisConfig config;
    private @Nullable Node primary;

    SentinelRoute(RedisConfig config) {
        this.config = config;
    }

    @Override
    public Node of(@Nullable String key) {
        return primary();
    }

    @Override
    public List<Node> primaries() {
        return List.of(primary());
    }

    @Override
    public synchronized void doubt() {
        primary = null;
    }

    private synchronized Node primary() {
        Node known = primary;
        if (known == null) {
            known = find();
            primary = known;
        }
        return known;
    }

    private Node find() {
        String why = "";
        for (Node sentinel : config.nodes()) {
            try {
                Optional<Node> named = namedBy(sentinel);
                if (named.isPresent()) {
                    return named.get();
                }
                why = "the sentinel at " + sentinel.host() + ":" + sentinel.port() + " knows no primary of that name";
            } catch (CannotAskException e) {
                why = String.valueOf(e.getMessage());
            }
        }
        throw new CannotAskException(
                "the primary '" + config.master() + "' could not be learnt from the sentinels: " + why, null);
    }

    private Optional<Node> namedBy(Node sentinel) {
        try (NodeLine line = new NodeLine(sentinel, ClientSettings.ofSentinels(config))) {
            Reply reply = line.ask(List.of(Query.plain("SENTINEL", "get-master-addr-by-name", config.master())), null)
                    .get(0);
            if (reply.isRefused()) {
                throw new CannotAskException("the sentinel answers " + reply.refusal(), null);
            }
            List<Reply> address = reply.list();
            return address.size() < 2
                    ? Optional.empty()
                    : Optional.of(new Node(address.get(0).text().orElse(""), (int)
                            address.get(1).number().orElse(0)));
        }
    }
}
