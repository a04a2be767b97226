package io.github.stormlock.topologies.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.topologies.accesslog.AccessLogOptions;
import io.github.stormlock.topologies.accesslog.AccessLogTopology;
import io.github.stormlock.topologies.transfer.TransferOptions;
import io.github.stormlock.topologies.transfer.TransferTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfFilesTest {

    private static final Path CONF = Path.of("..", "conf");

    @TempDir
    Path folder;

    @Test
    void showTheDefaultsOfTheAccessLog() {
        Map<String, Object> conf = ConfFile.read(CONF.resolve("access-log.yaml"));

        assertThat(AccessLogOptions.of("log", conf)).isEqualTo(AccessLogOptions.of("log", Map.of()));
        assertThat(conf)
                .containsAllEntriesOf(AccessLogTopology.defaults())
                .containsKeys(AccessLogOptions.EXECUTORS, AccessLogOptions.SPAN_MAX, AccessLogOptions.FAIL_RATE);
        StormLockConfig.check(conf);
    }

    @Test
    void showTheDefaultsOfTheTransfers() {
        Map<String, Object> conf = ConfFile.read(CONF.resolve("transfer.yaml"));

        assertThat(TransferOptions.of(conf)).isEqualTo(TransferOptions.of(Map.of()));
        assertThat(conf).containsAllEntriesOf(TransferTopology.defaults());
        StormLockConfig.check(conf);
    }

    @Test
    void mayBeWrappedOrNotOrEmpty() throws IOException {
        assertThat(read("config:\n  a: 1\n")).isEqualTo(Map.of("a", 1));
        assertThat(read("a: 1\nconfig: 2\n")).isEqualTo(Map.of("a", 1, "config", 2));
        assertThat(read("# nothing\n")).isEmpty();
    }

    @Test
    void areRefusedInOneLineIfTheyAreNone() throws IOException {
        assertThatThrownBy(() -> read("- a\n- b\n")).hasMessageContaining("holds no keys");
        assertThatThrownBy(() -> read("a: [\n")).hasMessageContaining("is no YAML");
        assertThatThrownBy(() -> read("a: 1\na: 2\n")).hasMessageContaining("is no YAML");
        assertThatThrownBy(() -> read("a: !!java.io.File [x]\n")).hasMessageContaining("is no YAML");
        assertThatThrownBy(() -> ConfFile.read(folder.resolve("absent.yaml")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("absent.yaml");
    }

    @Test
    void areRefusedWithTheKeyTheValueAndTheRange() {
        assertThatThrownBy(() -> options("access.log.executors", 0))
                .hasMessage("access.log.executors is 0: it must be a whole number from 1 to 1000");
        assertThatThrownBy(() -> options("access.log.executors", 1.5)).hasMessageContaining("1.5");
        assertThatThrownBy(() -> options("access.log.span.max", 3_000_000_000L)).hasMessageContaining("3000000000");
        assertThatThrownBy(() -> options("access.log.fail.rate", 1.1)).hasMessageContaining("from 0 to 1");
        assertThatThrownBy(() -> options("access.log.fail.rate", Double.NaN)).hasMessageContaining("from 0 to 1");
        assertThatThrownBy(() -> options("access.log.follow", "yes")).hasMessageContaining("true or false");
        assertThatThrownBy(() -> options("access.log.executor", 1))
                .hasMessageContainingAll("access.log.executor is no setting", "access.log.executors");
    }

    private static AccessLogOptions options(String key, Object value) {
        return AccessLogOptions.of("log", new HashMap<>(Map.of(key, value)));
    }

    private Map<String, Object> read(String yaml) throws IOException {
        return ConfFile.read(Files.writeString(folder.resolve("conf.yaml"), yaml));
    }
}
