package io.github.stormlock.config;

import io.github.stormlock.redis.Secret;
import java.nio.file.Path;

/** Who logs in, at the servers and at the sentinels. */
record ConfigLogin(String user, Secret password, String sentinelUser, Secret sentinelPassword) {

    static ConfigLogin read(ConfigReader reader) {
        return new ConfigLogin(
                reader.given(ConfigRedisKeys.USER).orElse(""),
                secret(reader, ConfigRedisKeys.PASSWORD_FILE, ConfigRedisKeys.PASSWORD_ENV),
                reader.given(ConfigRedisKeys.SENTINEL_USER).orElse(""),
                secret(reader, ConfigRedisKeys.SENTINEL_PASSWORD_FILE, ConfigRedisKeys.SENTINEL_PASSWORD_ENV));
    }

    /** Where one password comes from. It is not read here: only the workers can. */
    static Secret secret(ConfigReader reader, ConfigKey<Path> file, ConfigKey<String> variable) {
        reader.problems()
                .refuse(
                        reader.has(file) && reader.has(variable),
                        file.name() + " and " + variable.name() + " are both given: remove one of them",
                        file,
                        variable);
        return reader.given(file)
                .map(Secret::file)
                .or(() -> reader.given(variable).map(Secret::environment))
                .orElse(Secret.NONE);
    }
}
