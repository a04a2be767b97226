package io.github.stormlock.torture.matrix;

import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.check.Violation;
import io.github.stormlock.torture.client.ClientWorkload;
import io.github.stormlock.torture.client.path.TransferPath;
import io.github.stormlock.torture.fault.StandaloneSetup;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.run.ClientJvm;
import io.github.stormlock.torture.run.ClientMix;
import io.github.stormlock.torture.run.Fleet;
import io.github.stormlock.torture.run.Ledger;
import io.github.stormlock.torture.run.TortureReport;
import io.github.stormlock.torture.run.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Runs scenarios of the failure matrix: each with one contender, on an entry of its own. All share one server and three
 * clients. For one thread.
 */
final class MatrixRunner implements AutoCloseable {
    static final String SURVIVED = "survived";
    static final String NO_MOMENT = "-";

    private static final ClientConfig.Timing TIMING = new ClientConfig.Timing(1_200, 2_000, 500);
    private static final RunKeys KEYS = new RunKeys(1, 0, 1, 0);
    private static final long LONGEST_WAIT_MILLIS = 10_000;

    private final StandaloneSetup setup = new StandaloneSetup(MatrixClients.CLIENTS);
    private final Fleet fleet;
    private int scenarios;

    /**
     * The outcome of one scenario.
     *
     * @param hasMoment {@code true} if the contender has such a moment at all
     */
    record ScenarioResult(TortureReport report, boolean hasMoment) {
        String word() {
            if (report.violations().isEmpty()) {
                return hasMoment ? SURVIVED : NO_MOMENT;
            }
            return report.violations().get(0).kind().word();
        }
    }

    MatrixRunner(Path folder) throws IOException, InterruptedException {
        this.fleet = new Fleet(setup, ClientWorkload.STORM_LOCK, TIMING, KEYS, folder, ClientMix.USUAL, 0);
        fleet.start(MatrixClients.CLIENTS, 0, 0);
    }

    ScenarioResult run(String contender, String fault) throws Exception {
        fleet.fill();
        for (ClientJvm client : fleet.clients()) {
            client.order("use " + contender);
            client.expect("using", LONGEST_WAIT_MILLIS);
        }
        Ledger ledger = new Ledger();
        String entry = RunKeys.hash(++scenarios);
        boolean hasMoment = perform(fault, new MatrixClients(setup, fleet, ledger, entry));
        ledger.count(fault);
        return new ScenarioResult(report(contender, entry, ledger), hasMoment);
    }

    /** Runs a scenario of transfers, and returns its cell. It is judged by what the two accounts hold. */
    String transfer(String contender, String fault) throws Exception {
        fleet.fill();
        for (ClientJvm client : fleet.clients()) {
            client.order("use " + contender);
            client.expect("using", LONGEST_WAIT_MILLIS);
        }
        MatrixClients clients = new MatrixClients(setup, fleet, new Ledger(), RunKeys.accountOf(++scenarios));
        String seen = "";
        try {
            TransferScenarios.named(fault).on(clients);
            seen = word(clients);
        } catch (FaultScenario.NoSuchMomentException e) {
            return NO_MOMENT;
        } finally {
            clients.wakeAll();
        }
        return seen;
    }

    private String word(MatrixClients clients) {
        String from = clients.entry();
        long taken = -cents(from);
        long given = cents(RunKeys.partner(from, 0));
        long wanted = clients.acked().stream().mapToLong(TransferPath::centsOf).sum();
        if (taken != given) {
            return Violation.Kind.HALF.word();
        } else if (given != wanted) {
            return (given > wanted ? Violation.Kind.DOUBLED : Violation.Kind.LOST).word();
        }
        return SURVIVED;
    }

    private long cents(String account) {
        String cents = setup.admin("", redis -> redis.hget(account, TransferPath.CENTS));
        return cents == null ? 0 : Long.parseLong(cents);
    }

    private static boolean perform(String fault, MatrixClients clients) throws Exception {
        try {
            Objects.requireNonNull(FaultScenarios.all().get(fault), fault).on(clients);
            return true;
        } catch (FaultScenario.NoSuchMomentException e) {
            return false;
        } finally {
            clients.wakeAll();
        }
    }

    private TortureReport report(String contender, String entry, Ledger ledger)
            throws IOException, InterruptedException {
        // Only keys of this library have the entry in braces. Keys that tutorials' locks leave are not judged.
        String ours = '{' + entry + '}';
        Trial trial = new Trial(setup, fleet, ledger);
        if (contender.equals(ClientWorkload.STORM_LOCK)) {
            trial.endWork(List.of(entry), left -> left.contains(ours));
        } else {
            trial.endOneByOne(List.of(entry), left -> left.contains(ours));
        }
        Evidence all = trial.evidence(List.of(entry), Map.of());
        Evidence own = new Evidence(
                all.history().of(entry),
                all.entries(),
                all.losses(),
                all.lockLosses(),
                all.strikes(),
                all.unlocked(),
                all.finals(),
                all.leftovers(),
                all.limits());
        return TortureReport.of(0, 0, setup, contender, List.of(), List.of(), ledger, own);
    }

    @Override
    public void close() {
        fleet.close();
        setup.close();
    }
}
