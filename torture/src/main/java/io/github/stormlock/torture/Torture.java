package io.github.stormlock.torture;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** One run with drawn faults. */
final class Torture {
    static final ClientConfig.Timing TIMING = new ClientConfig.Timing(1_000, 3_000, 500);
    static final int CLIENTS = 3;
    private static final int HASHES = 200;
    private static final int MUTEXES = 8;
    private static final int LISTS_PER_SECOND = 4;

    private final Site site;
    private final PrintStream out;
    private final Path folder;

    Torture(Site site, PrintStream out, Path folder) {
        this.site = site;
        this.out = out;
        this.folder = folder;
    }

    /** @param chosen the faults; all of the site's if there are none */
    Report run(long seed, int seconds, Collection<String> chosen) throws IOException, InterruptedException {
        long millis = seconds * 1_000L;
        Schedule schedule = schedule(seed, millis, chosen);
        out.println("schedule of " + schedule.faults().size() + " faults:");
        schedule.lines().forEach(line -> out.println("  " + line));
        Keys keys = new Keys(HASHES, Math.max(40, LISTS_PER_SECOND * seconds), MUTEXES);
        Ledger ledger = new Ledger();
        try (Fleet fleet = new Fleet(site, Crew.STORM_LOCK, TIMING, keys, folder, seed)) {
            fleet.start(CLIENTS);
            fleet.clients().forEach(client -> client.order("work"));
            new Lanes(site, fleet, ledger).run(schedule, millis);
            Evidence evidence = new Trial(site, fleet, ledger, false).end(keys.entries(), any -> true);
            if (evidence.history().updates() == 0) {
                throw new HarnessException("no update was made: there is nothing to judge", null);
            }
            return Report.of(seed, seconds, site, Crew.STORM_LOCK, schedule.lines(), ledger, evidence);
        }
    }

    private Schedule schedule(long seed, long millis, Collection<String> chosen) {
        Map<String, Fault> all = site.faults();
        Set<String> names = new TreeSet<>(chosen.isEmpty() ? all.keySet() : chosen);
        Set<String> ofClients = new TreeSet<>(ClientFaults.all().keySet());
        ofClients.addAll(NetworkFaults.all().keySet());
        List<String> others = names.stream().filter(ofClients::contains).toList();
        List<String> servers =
                names.stream().filter(name -> !ofClients.contains(name)).toList();
        return Schedule.draw(seed, millis, CLIENTS, servers, others);
    }

    static String summary(Report report) {
        return String.format(
                Locale.ROOT,
                "%,d updates, %d faults, %,d commits refused, %,d unknown outcomes resolved",
                report.updates(),
                report.faults().values().stream().mapToInt(Integer::intValue).sum(),
                report.refused(),
                report.resolved());
    }
}
