package io.github.stormlock.torture.client;

import io.github.stormlock.torture.history.HistoryWriter;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Steps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The contenders of one JVM, which share its history and its steps; one at a time is in use. For one thread. */
final class Crews {
    private final ClientConfig config;
    private final Desk desk;
    private final Map<String, Crew> crews = new HashMap<>();

    Crews(ClientConfig config, Steps steps) throws IOException {
        this.config = config;
        Path file = Path.of(config.history());
        String name = String.valueOf(file.getFileName());
        HistoryWriter history = new HistoryWriter(file, name.substring(0, name.lastIndexOf('.')));
        Thread heart = new Thread(new Heartbeat(history), "heartbeat");
        heart.setDaemon(true);
        heart.start();
        this.desk = new Desk(history, steps, new Moves(steps));
    }

    Crew of(String contender) {
        return crews.computeIfAbsent(
                contender,
                name -> name.equals(Crew.STORM_LOCK)
                        ? new StormLockCrew(config, desk)
                        : new SchemeCrew(name, config, desk));
    }
}
