package io.github.stormlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.redis.internal.connect.SpinWait;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AlertnessTest {
    private final SpinWait alertness = new SpinWait(2);

    @AutoClose
    private Socket near;

    @AutoClose
    private Socket far;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            near = new Socket(listening.getInetAddress(), listening.getLocalPort());
            far = listening.accept();
        }
    }

    private void answer() throws IOException {
        far.getOutputStream().write('+');
        await().until(() -> near.getInputStream().available() > 0);
    }

    @Test
    void whoHasTheConnectionAgainWaitsAwakeForItsAnswer() throws IOException {
        assertThat(alertness.await(near)).isFalse();
        answer();
        assertThat(alertness.await(near)).isTrue();
        assertThat(alertness.await(near)).isTrue();
    }

    @Test
    void threadsThatTakeTurnsSleep() throws Exception {
        answer();
        assertThat(alertness.await(near)).isFalse();
        AtomicBoolean awake = new AtomicBoolean(true);
        Thread another = new Thread(() -> awake.set(alertness.await(near)));
        another.start();
        another.join();
        assertThat(awake).isFalse();
        assertThat(alertness.await(near)).isFalse();
        assertThat(alertness.await(near)).isTrue();
    }

    @Test
    void anAnswerThatTakesLongerIsLeftToSleepForAWhile() throws IOException {
        assertThat(alertness.await(near)).isFalse();
        long start = System.nanoTime();
        assertThat(alertness.await(near)).isTrue();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(200_000);
        for (int i = 0; i < 200; i++) {
            assertThat(alertness.await(near)).isFalse();
        }
        answer();
        assertThat(alertness.await(near)).isTrue();
        assertThat(alertness.await(near)).isTrue();
    }

    @Test
    void theOnlyCoreIsLeftToOthers() throws IOException {
        SpinWait one = new SpinWait(1);
        answer();
        assertThat(one.await(near)).isFalse();
        assertThat(one.await(near)).isFalse();
    }

    @Test
    void aClosedSocketEndsIt() throws IOException {
        assertThat(alertness.await(near)).isFalse();
        near.close();
        assertThat(alertness.await(near)).isTrue();
        assertThat(alertness.await(near)).isFalse();
    }
}
