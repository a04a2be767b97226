package io.github.stormlock.test.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortTest {
    @Test
    void portIsReservedAlsoWhileNothingListensThere() {
        Set<Integer> found = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            assertThat(found.add(FreePort.find())).isTrue();
        }
        assertThat(found).allSatisfy(port -> assertThatThrownBy(
                        () -> new DatagramSocket(port, InetAddress.getLoopbackAddress()).close())
                .isInstanceOf(BindException.class));
    }
}
