package io.github.stormlock.torture.matrix;

import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.client.Crew;
import io.github.stormlock.torture.fault.StandaloneSite;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Keys;
import io.github.stormlock.torture.run.ClientJvm;
import io.github.stormlock.torture.run.Fleet;
import io.github.stormlock.torture.run.Ledger;
import io.github.stormlock.torture.run.Report;
import io.github.stormlock.torture.run.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Lets contenders play faults, each play on an entry of its own, with one server and three clients for all of them. For one
 * thread.
 */
final class Stagehand implements AutoCloseable {
    static final String SURVIVED = "survived";
    static final String NO_MOMENT = "-";

    private static final ClientConfig.Timing TIMING = new ClientConfig.Timing(1_200, 2_000, 500);
    private static final Keys KEYS = new Keys(1, 0, 1, 0);
    private static final long PATIENCE_MILLIS = 10_000;

    private final StandaloneSite site = new StandaloneSite(Cast.CLIENTS);
    private final Fleet fleet;
    private int plays;

    /** What came of it, and whether the contender has such a moment at all. */
    record Played(Report report, boolean hasMoment) {
        String word() {
            if (report.violations().isEmpty()) {
                return hasMoment ? SURVIVED : NO_MOMENT;
            }
            return report.violations().get(0).kind().word();
        }
    }

    Stagehand(Path folder) throws IOException, InterruptedException {
        this.fleet = new Fleet(site, Crew.STORM_LOCK, TIMING, KEYS, folder, 0);
        fleet.start(Cast.CLIENTS);
    }

    Played play(String contender, String fault) throws Exception {
        fleet.fill();
        for (ClientJvm client : fleet.clients()) {
            client.order("use " + contender);
            String unused = client.expect("using", PATIENCE_MILLIS);
        }
        Ledger ledger = new Ledger();
        String entry = Keys.hash(++plays);
        boolean hasMoment = perform(fault, new Cast(site, fleet, ledger, entry));
        ledger.count(fault);
        return new Played(report(contender, entry, ledger), hasMoment);
    }

    private static boolean perform(String fault, Cast cast) throws Exception {
        try {
            Objects.requireNonNull(Plays.all().get(fault), fault).on(cast);
            return true;
        } catch (Play.NoSuchMomentException e) {
            return false;
        } finally {
            cast.wakeAll();
        }
    }

    private Report report(String contender, String entry, Ledger ledger) throws IOException, InterruptedException {
        // What tutorials' locks leave is theirs.
        String ours = '{' + entry + '}';
        Trial trial = new Trial(site, fleet, ledger);
        if (contender.equals(Crew.STORM_LOCK)) {
            trial.endWork(List.of(entry), left -> left.contains(ours));
        } else {
            trial.endOneByOne(List.of(entry), left -> left.contains(ours));
        }
        Evidence all = trial.evidence(List.of(entry));
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
        return Report.of(0, 0, site, contender, List.of(), List.of(), ledger, own);
    }

    @Override
    public void close() {
        fleet.close();
        site.close();
    }
}
