package io.github.stormlock.topologies.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.topologies.replay.ReplayOptions;
import io.github.stormlock.topologies.sample.ConfFile;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;

/**
 * Compares the file for Flux with the topology that it stands for, and holds what Flux asks of the classes. Flux itself
 * is no dependency; it builds the topology in the tests on a real cluster.
 */
class AccessLogFluxTest {
    private static final Path FILE = Path.of("..", "conf", "access-log-flux.yaml");
    private static final Map<String, Object> FLUX = ConfFile.read(FILE);
    private static final StormTopology BUILT =
            AccessLogTopology.build(AccessLogOptions.of("access.log", AccessLogTopology.defaults()));

    /** A component: its class and the number of its executors. */
    private record Vertex(String className, int executors) {
        static Vertex of(byte[] serialized, ComponentCommon common) {
            return new Vertex(
                    Utils.javaDeserialize(serialized, Object.class).getClass().getName(),
                    common.get_parallelism_hint());
        }
    }

    @Test
    void hasTheNameTheConfigurationAndTheOptionsOfTheTopology() {
        ReplayOptions replay = ReplayOptions.DEFAULTS;
        Map<String, Object> conf = map(FLUX.get("config"));

        assertThat(FLUX).containsEntry("name", AccessLogTopology.NAME);
        assertThat(conf).containsAllEntriesOf(AccessLogTopology.defaults());
        StormLockConfig.check(conf);
        assertThat(named("components", "replay").get("constructorArgs"))
                .isEqualTo(List.of(replay.spanMax(), replay.replayShare()));
    }

    @Test
    void hasTheComponentsOfTheTopology() {
        Map<String, Vertex> built = new TreeMap<>();
        BUILT.get_spouts()
                .forEach((id, spout) ->
                        built.put(id, Vertex.of(spout.get_spout_object().get_serialized_java(), spout.get_common())));
        BUILT.get_bolts()
                .forEach((id, bolt) ->
                        built.put(id, Vertex.of(bolt.get_bolt_object().get_serialized_java(), bolt.get_common())));
        Map<String, Vertex> described = new TreeMap<>();
        for (String part : List.of("spouts", "bolts")) {
            for (Map<String, Object> one : list(part)) {
                described.put(text(one, "id"), new Vertex(text(one, "className"), (Integer)
                        Objects.requireNonNull(one.get("parallelism"))));
            }
        }

        assertThat(described).isEqualTo(built);
    }

    @Test
    void hasTheStreamsOfTheTopology() {
        Set<String> built = new HashSet<>();
        BUILT.get_bolts().forEach((id, bolt) -> bolt.get_common().get_inputs().forEach((stream, grouping) -> {
            assertThat(grouping.is_set_shuffle()).isTrue();
            built.add(stream.get_componentId() + " " + stream.get_streamId() + " " + id);
        }));
        Set<String> described = new HashSet<>();
        for (Map<String, Object> stream : list("streams")) {
            Map<String, Object> grouping = map(stream.get("grouping"));
            assertThat(grouping).containsEntry("type", "SHUFFLE");
            described.add(text(stream, "from") + " " + grouping.getOrDefault("streamId", "default") + " "
                    + text(stream, "to"));
        }

        assertThat(described).isEqualTo(built);
    }

    private static Map<String, Object> named(String part, String id) {
        return list(part).stream()
                .filter(one -> id.equals(one.get("id")))
                .findFirst()
                .orElseThrow();
    }

    private static String text(Map<String, Object> one, String key) {
        return String.valueOf(one.get(key));
    }

    private static List<Map<String, Object>> list(String part) {
        return ((List<?>) Objects.requireNonNull(FLUX.get(part)))
                .stream().map(AccessLogFluxTest::map).toList();
    }

    private static Map<String, Object> map(Object value) {
        Map<String, Object> map = new TreeMap<>();
        ((Map<?, ?>) Objects.requireNonNull(value)).forEach((key, one) -> map.put(String.valueOf(key), one));
        return map;
    }
}
