package io.github.stormlock.torture.matrix;

import io.github.stormlock.test.internal.process.Folders;
import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.client.ClientWorkload;
import io.github.stormlock.torture.fault.StandaloneSetup;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.run.ClientJvm;
import io.github.stormlock.torture.run.ClientMix;
import io.github.stormlock.torture.run.Fleet;
import io.github.stormlock.torture.run.Ledger;
import io.github.stormlock.torture.run.RunReport;
import io.github.stormlock.torture.run.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Runs scenarios of the failure matrix: each with one contender, on an entry of its own. All share one server and three
 * clients. For one thread.
 */
public final class MatrixRunner implements AutoCloseable {
    static final String SURVIVED = "survived";
    static final String NO_MOMENT = "-";

    private static final ClientConfig.Timing TIMING = new ClientConfig.Timing(1_200, 2_000, 500);
    private static final RunKeys KEYS = new RunKeys(1, 0, 1, 0);
    private static final long LONGEST_WAIT_MILLIS = 10_000;

    private final StandaloneSetup setup = new StandaloneSetup(MatrixClients.CLIENTS);
    private final Fleet fleet;
    private final Path folder;
    private int scenarios;

    /**
     * The outcome of one scenario.
     *
     * @param hasMoment {@code true} if the contender has such a moment at all
     */
    public record ScenarioResult(RunReport report, boolean hasMoment) {
        String word() {
            if (report.violations().isEmpty()) {
                return hasMoment ? SURVIVED : NO_MOMENT;
            }
            return report.violations().get(0).kind().word();
        }
    }

    public MatrixRunner() throws IOException, InterruptedException {
        this.folder = Files.createTempDirectory("storm-lock-torture-");
        this.fleet = new Fleet(setup, TIMING, KEYS, folder, ClientMix.USUAL, 0);
        fleet.start(MatrixClients.CLIENTS, 0, 0);
    }

    public ScenarioResult run(String contender, String fault) throws Exception {
        fleet.fill();
        for (ClientJvm client : fleet.clients()) {
            client.order("use " + contender);
            client.expect("using", LONGEST_WAIT_MILLIS);
        }
        Ledger ledger = new Ledger();
        String entry = RunKeys.hash(++scenarios);
        List<String> steps = Objects.requireNonNull(FaultScenarios.all().get(fault), fault);
        boolean hasMoment = new MatrixClients(setup, fleet, ledger, entry).take(steps);
        ledger.count(fault);
        return new ScenarioResult(report(contender, entry, ledger), hasMoment);
    }

    private RunReport report(String contender, String entry, Ledger ledger) throws IOException, InterruptedException {
        // Only keys of this library have the entry in braces. Keys that tutorials' locks leave are not judged.
        String ours = '{' + entry + '}';
        Trial trial = new Trial(setup, fleet, ledger);
        if (contender.equals(ClientWorkload.STORM_LOCK)) {
            trial.endWork(List.of(entry), left -> left.contains(ours));
        } else {
            trial.endOneByOne(List.of(entry), left -> left.contains(ours));
        }
        Evidence own = trial.evidence(List.of(entry), Map.of()).about(entry);
        return RunReport.ofUpdates(new RunReport.Task(0, 0, List.of(), ledger), own);
    }

    @Override
    public void close() {
        fleet.close();
        setup.close();
        Folders.delete(folder);
    }
}
