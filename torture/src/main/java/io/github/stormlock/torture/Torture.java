package io.github.stormlock.torture;

import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.client.Crew;
import io.github.stormlock.torture.fault.ClientFaults;
import io.github.stormlock.torture.fault.Lanes;
import io.github.stormlock.torture.fault.NetworkFaults;
import io.github.stormlock.torture.fault.QuietServer;
import io.github.stormlock.torture.fault.Schedule;
import io.github.stormlock.torture.history.Moments;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Keys;
import io.github.stormlock.torture.run.Fleet;
import io.github.stormlock.torture.run.HarnessException;
import io.github.stormlock.torture.run.Ledger;
import io.github.stormlock.torture.run.LockWatch;
import io.github.stormlock.torture.run.Report;
import io.github.stormlock.torture.run.Site;
import io.github.stormlock.torture.run.Trial;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** One run with drawn faults. */
final class Torture {
    static final ClientConfig.Timing TIMING = new ClientConfig.Timing(1_000, 3_000, 500);
    static final int CLIENTS = 3;
    static final int SPARED = 1;
    private static final int HASHES = 200;
    private static final int MUTEXES = 8;
    // So few that a first look finds all that there will be of each.
    private static final Keys FEW = new Keys(60, 60, MUTEXES, CLIENTS + SPARED);
    private static final int WARM_UP_MILLIS = 30_000;
    private static final int LISTS_PER_SECOND = 4;

    private final Site site;
    private final PrintStream out;
    private final Path folder;

    Torture(Site site, PrintStream out, Path folder) {
        this.site = site;
        this.out = out;
        this.folder = folder;
    }

    /**
     * Runs it.
     *
     * @param chosen the faults; all of the site's if there are none
     * @param figures whether to print what everything uses, before the faults and after them; the first client lives through them
     */
    Report run(long seed, int seconds, Collection<String> chosen, boolean figures)
            throws IOException, InterruptedException {
        long millis = seconds * 1_000L;
        Schedule schedule = schedule(seed, millis, chosen, figures);
        out.println("schedule of " + schedule.faults().size() + " faults:");
        schedule.lines().forEach(line -> out.println("  " + line));
        Keys keys =
                figures ? FEW : new Keys(HASHES, Math.max(40, LISTS_PER_SECOND * seconds), MUTEXES, CLIENTS + SPARED);
        Ledger ledger = new Ledger();
        try (QuietServer quiet = new QuietServer();
                LockWatch watch = new LockWatch(site, keys.owned());
                Fleet fleet = new Fleet(site, Crew.STORM_LOCK, TIMING, keys, folder, seed)) {
            fleet.start(CLIENTS, SPARED, quiet.port());
            if (figures) {
                warmUp(fleet);
                out.println("first:\n" + Usage.of(site, fleet));
            }
            fleet.clients().forEach(client -> client.order("work"));
            long begun = System.nanoTime();
            new Lanes(site, fleet, ledger).run(schedule, millis);
            out.println("the last fault was over after " + Moments.seconds(System.nanoTime() - begun));
            Trial trial = new Trial(site, fleet, ledger);
            trial.endWork(keys.entries(), any -> true);
            out.println("all clients had ended after " + Moments.seconds(System.nanoTime() - begun));
            if (figures) {
                out.println("last:\n" + Usage.of(site, fleet));
            }
            Evidence evidence = trial.evidence(keys.entries(), watch.end());
            if (evidence.history().updates() == 0) {
                throw new HarnessException("no update was made: there is nothing to judge", null);
            }
            return Report.of(
                    seed, seconds, site, Crew.STORM_LOCK, schedule.lines(), demanded(chosen), ledger, evidence);
        }
    }

    private void warmUp(Fleet fleet) throws InterruptedException {
        fleet.clients().forEach(client -> client.order("work"));
        Thread.sleep(WARM_UP_MILLIS);
        new Trial(site, fleet, new Ledger()).endWork(fleet.keys().entries(), any -> true);
    }

    private Collection<String> demanded(Collection<String> chosen) {
        return chosen.isEmpty() ? site.faults().keySet() : chosen;
    }

    private Schedule schedule(long seed, long millis, Collection<String> chosen, boolean spareFirst) {
        Set<String> names = new TreeSet<>(demanded(chosen));
        Set<String> ofClients = new TreeSet<>(ClientFaults.all().keySet());
        ofClients.addAll(NetworkFaults.all().keySet());
        List<String> others = names.stream().filter(ofClients::contains).toList();
        List<String> servers =
                names.stream().filter(name -> !ofClients.contains(name)).toList();
        Schedule drawn = Schedule.draw(seed, millis, CLIENTS, servers, others);
        return spareFirst ? drawn.sparing(0) : drawn;
    }
}
