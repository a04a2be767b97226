package io.github.stormlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.EmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisUriTest {
    @ParameterizedTest
    @CsvFileSource(resources = "uris.csv", quoteCharacter = '\'')
    void readsEveryPart(String uri, boolean tls, String host, int port, int database, String user, String password) {
        RedisConfig config = RedisConfig.fromUri(uri);

        assertThat(config.mode()).isEqualTo(Mode.STANDALONE);
        assertThat(config.nodes()).containsExactly(new Node(host, port));
        assertThat(config.tls().enabled()).isEqualTo(tls);
        assertThat(config.database()).isEqualTo(database);
        assertThat(config.user()).isEqualTo(user);
        assertThat(config.password().reveal()).isEqualTo(password);
    }

    @ParameterizedTest
    @EmptySource
    @CsvFileSource(resources = "no-uris.csv", delimiter = '\t')
    void refusesWhatIsNoRedisUri(String uri) {
        assertThatThrownBy(() -> RedisConfig.fromUri(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("redis://[user][:password]@host[:port][/database]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis://host/x", "http://host:6379", "redis://host:0/1", "redis://[::1", "redis://h/1/2"})
    void showsAUriWithoutAPassword(String uri) {
        assertThatThrownBy(() -> RedisConfig.fromUri(uri)).hasMessageStartingWith("the Redis URI " + uri + " ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://:geheim",
                "redis://h:geheim",
                "geheim:geheim",
                "redis://h?password=geheim",
                "redis://:123/geheim"
            })
    void neverShowsAPasswordInTheWrongPlace(String uri) {
        assertThatThrownBy(() -> RedisConfig.fromUri(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("heim");
    }
}
