package io.github.stormlock.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Lets one contender play one fault, on servers and with clients of its own, and has it judged. */
final class Stagehand {
    private static final ClientConfig.Timing TIMING = new ClientConfig.Timing(800, 1_500, 500);
    private static final Keys KEYS = new Keys(1, 0, 1);

    static final String SURVIVED = "survived";
    static final String NO_MOMENT = "-";

    /** What came of it: the report, unless the contender has no such moment. */
    record Played(Report report, boolean hasMoment) {
        String word() {
            if (report.violations().isEmpty()) {
                return hasMoment ? SURVIVED : NO_MOMENT;
            }
            return report.violations().get(0).kind().word();
        }
    }

    private Stagehand() {}

    static Played play(String contender, String fault, Path folder) throws Exception {
        Path own = Files.createDirectories(folder.resolve(contender + "-" + fault));
        Ledger ledger = new Ledger();
        try (StandaloneSite site = new StandaloneSite(Cast.CLIENTS);
                Fleet fleet = new Fleet(site, contender, TIMING, KEYS, own, 0)) {
            fleet.start(Cast.CLIENTS);
            boolean hasMoment = perform(fault, new Cast(site, fleet, ledger));
            ledger.count(fault);
            return new Played(report(contender, site, fleet, ledger), hasMoment);
        }
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

    private static Report report(String contender, Site site, Fleet fleet, Ledger ledger)
            throws IOException, InterruptedException {
        boolean clean = contender.equals(Crew.STORM_LOCK);
        Evidence evidence = new Trial(site, fleet, ledger).end(List.of(Cast.ENTRY), clean);
        return Report.of(0, 0, site, contender, new Schedule(List.of()), ledger, evidence);
    }
}
