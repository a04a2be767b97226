package io.github.stormlock.config;

import io.github.stormlock.redis.Secret;
import java.nio.file.Path;

/** The users and passwords at the servers and at the sentinels. */
record Login(String user, Secret password, String sentinelUser, Secret sentinelPassword) {

    static Login read(SettingReader reader) {
        return new Login(
                reader.given(RedisKeys.USER).orElse(""),
                secret(reader, RedisKeys.PASSWORD_FILE, RedisKeys.PASSWORD_ENV),
                reader.given(RedisKeys.SENTINEL_USER).orElse(""),
                secret(reader, RedisKeys.SENTINEL_PASSWORD_FILE, RedisKeys.SENTINEL_PASSWORD_ENV));
    }

    /** Returns the place of one password. It is not read here, because only the workers can. */
    static Secret secret(SettingReader reader, SettingKey<Path> file, SettingKey<String> variable) {
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
