package io.github.stormlock.lock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisUnavailableException;
import org.junit.jupiter.api.Test;

class LockErrorsTest {
    @Test
    void answerThatIsMissingIsAboutTheServerAndARefusalWithinAScriptIsNot() {
        RedisUnavailableException away = new RedisUnavailableException("no connection", null);
        RedisAnswerLostException lost = new RedisAnswerLostException("no answer", null);
        assertThat(LockErrors.isOfServer(LockErrors.unavailable("page", away))).isTrue();
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
}
