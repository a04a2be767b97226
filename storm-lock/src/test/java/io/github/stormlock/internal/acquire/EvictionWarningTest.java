package io.github.stormlock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.internal.lifecycle.StartCheck;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.Servers;
import io.github.stormlock.test.RedisServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Marks may be evicted, and then replays are applied again. One warning says so when the server is first used. */
@Tag("server")
class EvictionWarningTest {

    private static final class Heard extends AbstractAppender {
        private final List<String> messages = new CopyOnWriteArrayList<>();

        private Heard() {
            super("heard", null, null, true, Property.EMPTY_ARRAY);
            start();
        }

        @Override
        public void append(LogEvent event) {
            messages.add(event.getMessage().getFormattedMessage());
        }
    }

    @ParameterizedTest
    @CsvSource({"volatile-lru, 1", "allkeys-random, 1", "noeviction, 0"})
    void evictionIsWarnedOfOnce(String policy, int warnings) {
        Logger logger = (Logger) LogManager.getLogger(StartCheck.class);
        Heard heard = new Heard();
        logger.addAppender(heard);
        try (RedisServer redis = Servers.own("--maxmemory-policy", policy);
                RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            locks.mutex("a").acquire(LockFixture.LONG).close();
            locks.mutex("a").acquire(LockFixture.LONG).close();
            locks.check();
        } finally {
            logger.removeAppender(heard);
            // Adding the appender gave the logger a configuration of its own, which would hide it from other listeners.
            logger.getContext().getConfiguration().removeLogger(logger.getName());
            logger.getContext().updateLoggers();
        }
        assertThat(heard.messages).hasSize(warnings).allSatisfy(message -> assertThat(message)
                .contains(policy, "noeviction"));
    }
}
