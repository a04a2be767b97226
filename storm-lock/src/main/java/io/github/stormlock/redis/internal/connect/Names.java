package io.github.stormlock.redis.internal.connect;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How messages name a setting: by its key to who writes a topology's configuration, and by its method to who calls the
 * builders. A setting is given by its key without the prefix.
 *
 * @param keyed true for keys
 */
public record Names(boolean keyed) {
    static final Names METHODS = new Names(false);

    private static final Pattern KIND_OF_PASSWORD = Pattern.compile("(?<=password)\\.(file|env)$");
    private static final Pattern NEXT_WORD = Pattern.compile("\\.(.)");
    private static final Map<String, String> TYPES =
            Map.of("pool", "PoolConfig.Builder", "tls", "TlsConfig", "replicas", "ReplicasConfig");
    private static final Map<String, String> OF_ANOTHER_NAME = Map.of(
            "uri", "RedisConfig.fromUri",
            "sentinel.master", "RedisConfigBuilder.master",
            "tls.truststore", "TlsConfig.trustStore",
            "tls.truststore.password", "TlsConfig.trustStorePassword",
            "tls.keystore", "TlsConfig.keyStore",
            "tls.keystore.password", "TlsConfig.keyStorePassword",
            "replicas.wait", "ReplicasConfig.maxWait");

    /** Returns the name of a setting, such as {@code pool.max.total}. */
    public String of(String setting) {
        return keyed ? "storm.lock.redis." + setting : method(setting);
    }

    /** Returns the names of the places of a password, such as {@code sentinel.password}. */
    String ofPassword(String setting) {
        return keyed ? of(setting + ".file") + " or " + of(setting + ".env") : of(setting);
    }

    /** Returns true if a message names a setting already. */
    static boolean standsIn(String message) {
        return message.contains("storm.lock.") || message.contains("Config");
    }

    private static String method(String setting) {
        String plain = KIND_OF_PASSWORD.matcher(setting).replaceFirst("");
        String[] words = plain.split("\\.", 2);
        String type = words.length == 1 ? null : TYPES.get(words[0]);
        String name = NEXT_WORD.matcher(type == null ? plain : words[1]).replaceAll(next -> next.group(1)
                .toUpperCase(Locale.ROOT));
        return OF_ANOTHER_NAME.getOrDefault(plain, (type == null ? "RedisConfigBuilder" : type) + "." + name);
    }
}
