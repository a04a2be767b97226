package io.github.stormlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Node;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedisUriTest {
    @ParameterizedTest
    @CsvSource({
        "redis://h, false, h, 6379, 0, '', ''",
        "redis://h/, false, h, 6379, 0, '', ''",
        "redis://h:7000, false, h, 7000, 0, '', ''",
        "redis://h/3, false, h, 6379, 3, '', ''",
        "rediss://h:7000/15, true, h, 7000, 15, '', ''",
        "redis://10.0.0.7:7000, false, 10.0.0.7, 7000, 0, '', ''",
        "redis://[::1], false, ::1, 6379, 0, '', ''",
        "redis://[fe80::1]:7000/2, false, fe80::1, 7000, 2, '', ''",
        "redis://my_host:7000, false, my_host, 7000, 0, '', ''",
        "redis://app@h, false, h, 6379, 0, app, ''",
        "redis://:pw@h, false, h, 6379, 0, '', pw",
        "redis://app:pw@h:7000/1, false, h, 7000, 1, app, pw",
        "redis://app:@h, false, h, 6379, 0, app, ''",
        "redis://a%3Ab:p%40%2F%3A%25+w@h, false, h, 6379, 0, a:b, p@/:%+w",
        "redis://app:p:w@h, false, h, 6379, 0, app, p:w",
        "rediss://app:%C3%A4@[::1]:7000/1, true, ::1, 7000, 1, app, ä",
    })
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
    @ValueSource(
            strings = {
                "",
                "h:6379",
                "http://h",
                "REDIS//h",
                "redis:h",
                "redis://",
                "redis:///3",
                "redis://:6379",
                "redis://h:",
                "redis://h:0",
                "redis://h:65536",
                "redis://h:99999999999",
                "redis://h:-1",
                "redis://h:x",
                "redis://h/x",
                "redis://h/-1",
                "redis://h/1/2",
                "redis://h?db=1",
                "redis://h#1",
                "redis://[::1",
                "redis://::1]",
                "redis://[]",
                "redis://a@b@h",
            })
    void refusesWhatIsNoRedisUri(String uri) {
        assertThatThrownBy(() -> RedisConfig.fromUri(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("redis://[user][:password]@host[:port][/database]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis://:geheim", "redis://h:geheim", "geheim:geheim"})
    void neverShowsAPasswordInTheWrongPlace(String uri) {
        assertThatThrownBy(() -> RedisConfig.fromUri(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("heim");
    }
}
