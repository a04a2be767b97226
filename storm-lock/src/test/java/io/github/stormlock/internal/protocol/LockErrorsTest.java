package io.github.stormlock.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.RedisUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LockErrorsTest {
    @Test
    void answerThatIsMissingIsAboutTheServerAndARefusalWithinAScriptIsNot() {
        RedisUnavailableException away = new RedisUnavailableException("no connection", null);
        RedisAnswerLostException lost = new RedisAnswerLostException("no answer", null);
        assertThat(LockErrors.isOfServer(LockErrors.of("page", away))).isTrue();
        assertThat(LockErrors.isOfServer(new OutcomeUnknownException("page", "no answer", lost)))
                .isTrue();
        assertThat(LockErrors.isOfServer(LockErrors.refused("page", "ERR value is out of range")))
                .isFalse();
        assertThat(LockErrors.isOfServer(new OutcomeUnknownException("page", "a later part was refused", null)))
                .isFalse();
        assertThat(LockErrors.isOfServer(new ArithmeticException("out of range")))
                .isFalse();
        assertThat(LockErrors.isOfServer(null)).isFalse();
    }

    @Test
    void refusalThatNamesItsServerIsToldOnce() {
        RedisRefusedException refused =
                new RedisRefusedException("ERR", "Redis at localhost:1 refused script mutex: ERR no", null);
        assertThat(LockErrors.of("page", refused))
                .hasMessageContaining("Redis at localhost:1 refused")
                .hasMessageNotContaining("Redis refused: ");
        assertThat(LockErrors.refused("page", "ERR no")).hasMessageContaining("Redis refused: ERR no");
    }

    @ParameterizedTest
    @CsvSource({
        "LOADING, true",
        "BUSY, true",
        "TRYAGAIN, true",
        "OOM, true",
        "NOAUTH, false",
        "WRONGPASS, false",
        "NOPERM, false",
        "CROSSSLOT, false",
        "ERR, false"
    })
    void refusalPassesUnlessSomebodyHasToAct(String code, boolean passes) {
        RedisRefusedException refused = new RedisRefusedException(code, code + " of the server", null);
        assertThat(LockErrors.of("page", refused).isTemporary()).isEqualTo(passes);
        RedisUnavailableException away = new RedisUnavailableException("no connection", null);
        assertThat(LockErrors.of("page", away).isTemporary()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "@user_script: 424: -OOM command not allowed when used memory > 'maxmemory'., true",
        "OOM command not allowed when used memory > 'maxmemory'., true",
        "READONLY You can't write against a read only replica., true",
        "MISCONF Redis is configured to save RDB snapshots, true",
        "NOPERM No permissions to access a key, false",
        "ERR the value OOM is no number, false",
        "WRONGTYPE Operation against a key holding the wrong kind of value, false"
    })
    void serverThatTakesNoWritesIsAboutTheServerAndPasses(String told, boolean isOfServer) {
        LockException refused = LockErrors.refused("page", told + "\r\n");
        assertThat(refused.isTemporary()).isEqualTo(isOfServer);
        assertThat(LockErrors.isOfServer(refused)).isEqualTo(isOfServer);
        assertThat(refused.getMessage()).doesNotContain("\r", "\n");
    }
}
