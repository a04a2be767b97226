package io.github.stormlock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.internal.acquire.Unanswered.Owed;
import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.figures.SlowWaits;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.fixture.ManualTicker;
import io.github.stormlock.lock.fixture.ScriptedPort;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls that are sent until they are answered, in a time that only the test moves. */
class UnansweredTest {
    private final ManualTicker ticker = new ManualTicker();
    private final ScriptedPort port = new ScriptedPort(ticker);
    private final Unanswered unanswered = new Unanswered(ticker);

    private void owe(String token, long millis) {
        ScriptCall call = new ScriptCall(LockKind.MUTEX.release(), List.of(), List.of(Bytes.of(token)));
        unanswered.add(new Owed(
                call,
                "site",
                ticker.nanos() + millis * 1_000_000,
                SafeLockEvents.around(LockEvents.NONE, new SlowWaits())));
    }

    private void send() {
        unanswered.send(port::runAll, 1_000_000_000L);
    }

    @Test
    void allGoInOnePipelineUntilTheyAreAnswered() {
        port.answers(() -> new RedisAnswerLostException("lost", null));
        port.answers(() -> List.of(1L, 0L));
        owe("a", 5_000);
        owe("b", 5_000);
        send();
        assertThat(unanswered.isEmpty()).isFalse();
        send();
        assertThat(unanswered.isEmpty()).isTrue();
        send();
        assertThat(port.pipelines()).containsExactly(2, 1);
        assertThat(port.sent("release")).extracting(sent -> sent.args().get(0)).containsExactly("a", "b", "a");
    }

    @Test
    void whatIsOfNoUseAnyMoreIsNotSent() {
        owe("a", 5_000);
        ticker.passMillis(5_000);
        send();
        assertThat(port.pipelines()).isEmpty();
        assertThat(unanswered.isEmpty()).isTrue();
    }

    @Test
    void nothingIsForgottenWhereNothingCouldBeSent() {
        port.answers(() -> {
            throw new IllegalStateException("closed");
        });
        owe("a", 5_000);
        assertThatThrownBy(this::send).isInstanceOf(IllegalStateException.class);
        assertThat(unanswered.isEmpty()).isFalse();
    }
}
