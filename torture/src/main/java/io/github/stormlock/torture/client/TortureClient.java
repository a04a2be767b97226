package io.github.stormlock.torture.client;

import io.github.stormlock.test.internal.process.ChildJvm;
import io.github.stormlock.test.internal.process.DaemonThread;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.Moves;
import io.github.stormlock.torture.history.HistoryWriter;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.ResourceUse;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The main class of a client's JVM. It obeys the lines on its input, answers on its output, and ends when its input ends.
 * Its history records what it does to entries.
 */
public final class TortureClient {
    private final UpdateSteps steps = new UpdateSteps();
    private final ClientWorkload workload;

    private TortureClient(ClientConfig config) throws IOException {
        Path file = Path.of(config.history());
        String name = String.valueOf(file.getFileName());
        HistoryWriter history = new HistoryWriter(file, name.substring(0, name.lastIndexOf('.')));
        DaemonThread.start("heartbeat", new Heartbeat(history));
        AttemptRecorder recorder = new AttemptRecorder(history, steps, new Moves(steps), new FailingEvents());
        this.workload = workload(config, recorder);
    }

    private static ClientWorkload workload(ClientConfig config, AttemptRecorder recorder) {
        if (config.kind().isOfTutorials()) {
            return new SchemeWorkload(config, recorder);
        }
        return config.kind().isOfLocks() ? new LockWorkload(config, recorder) : new StormLockWorkload(config, recorder);
    }

    /** Waits until the first line names the file with the configuration, then obeys each line. Ends when the input ends. */
    public static void main(String[] arguments) throws Exception {
        System.setProperty("log4j2.configurationFile", "classpath:io/github/stormlock/torture/log4j2.xml");
        Warmth.spread();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String config = in.readLine();
        if (config == null) {
            return;
        }
        TortureClient client = new TortureClient(ClientConfig.read(Path.of(config)));
        ChildJvm.say("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            client.obey(List.of(line.split(" ", -1)));
        }
        // The harness is gone and nobody reads the output any more, so the JVM ends although its threads may be at
        // work.
        Runtime.getRuntime().halt(0);
    }

    private void obey(List<String> order) {
        String what = order.get(0);
        List<String> rest = order.subList(1, order.size());
        switch (what) {
            case "work" -> workload.work();
            case "end" ->
                DaemonThread.start("order", () -> {
                    workload.end(Long.parseLong(rest.get(0)), rest.subList(1, rest.size()));
                    ChildJvm.say("ended");
                });
            case "large" ->
                DaemonThread.start("order", () -> {
                    workload.writeLarge();
                    ChildJvm.say("large written");
                });
            case "arm" -> steps.arm(rest.get(0));
            case "resume" -> steps.resume();
            case "stats" -> ChildJvm.say("stats " + ResourceUse.ofThisJvm().words());
            default -> throw new IllegalArgumentException("no such order: " + Arrays.toString(order.toArray()));
        }
    }
}
