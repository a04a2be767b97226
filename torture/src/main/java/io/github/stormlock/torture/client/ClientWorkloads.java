package io.github.stormlock.torture.client;

import io.github.stormlock.test.internal.process.DaemonThread;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.Moves;
import io.github.stormlock.torture.history.HistoryWriter;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Creates the contenders of one JVM, which share its history and its steps. One of them is in use at a time. For one thread.
 */
final class ClientWorkloads {
    private final ClientConfig config;
    private final AttemptRecorder recorder;
    private final Map<String, ClientWorkload> workloads = new HashMap<>();

    ClientWorkloads(ClientConfig config, UpdateSteps steps) throws IOException {
        this.config = config;
        Path file = Path.of(config.history());
        String name = String.valueOf(file.getFileName());
        HistoryWriter history = new HistoryWriter(file, name.substring(0, name.lastIndexOf('.')));
        OutcomeCounts counts = new OutcomeCounts(history);
        DaemonThread.start("heartbeat", new Heartbeat(history, counts));
        this.recorder = new AttemptRecorder(history, steps, new Moves(steps), counts);
    }

    ClientWorkload of(String contender) {
        return workloads.computeIfAbsent(contender, this::start);
    }

    private ClientWorkload start(String contender) {
        if (contender.equals(ClientWorkload.STORM_LOCK)) {
            return config.kind().isOfLocks()
                    ? new LockWorkload(config, recorder)
                    : new StormLockWorkload(config, recorder);
        }
        return new SchemeWorkload(contender, config, recorder);
    }
}
