package io.github.stormlock.redis;

/** Placeholder while the package is being written. */
final class JedisPort {
    private JedisPort() {}

    @SuppressWarnings("DoNotCallSuggester")
    static RedisPort open(RedisConfig config) {
        throw new UnsupportedOperationException(config.toString());
    }
}
