package io.github.stormlock.config;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a topology that Storm's own keys hold.
 *
 * @param name the name of the topology; empty if there is none
 * @param messageTimeout the time after which a tuple fails; empty if tuples never time out
 * @param acking true if tuples are acked by anyone
 */
record TopologySettings(String name, Optional<Duration> messageTimeout, boolean acking) {
    static TopologySettings read(SettingReader reader, Map<?, ?> conf) {
        boolean timeouts = reader.get("topology.enable.message.timeouts");
        Duration timeout = Duration.ofSeconds(reader.get("topology.message.timeout.secs"));
        boolean acking = reader.<Long>given("topology.acker.executors")
                .map(count -> count > 0)
                .orElse(true);
        String name = conf.get("topology.name") instanceof String given ? given : "";
        return new TopologySettings(name, timeouts ? Optional.of(timeout) : Optional.empty(), acking);
    }

    /**
     * Returns the least time for which events must be remembered: a tuple fails between one and two timeouts after its
     * emission.
     */
    Duration replaySpan() {
        return messageTimeout.orElse(Duration.ZERO).multipliedBy(2);
    }

    /**
     * Returns the longest time that a tuple may wait, a third of the message timeout; empty if tuples never time out.
     */
    Optional<Duration> longestWait() {
        return messageTimeout.map(timeout -> Duration.ofMillis(timeout.toMillis() / 3));
    }
}
