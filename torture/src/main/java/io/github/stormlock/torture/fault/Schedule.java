package io.github.stormlock.torture.fault;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/** The faults of a run. Their kinds, targets and times follow from the seed alone. */
public record Schedule(List<Planned> faults) {
    private static final int CALM_MILLIS = 1_500;
    private static final int SERVER_GAP = 2_400;
    private static final int CLIENT_GAP = 4_200;

    /**
     * Draws a schedule.
     *
     * @param millis the length of the run
     * @param servers the faults that strike servers
     * @param others the faults that strike one client
     */
    public static Schedule draw(
            long seed, long millis, int clients, Collection<String> servers, Collection<String> others) {
        Random random = new Random(seed);
        List<Planned> planned = new ArrayList<>();
        lane(random, millis, Planned.SERVERS, SERVER_GAP, List.copyOf(servers), planned);
        List<String> dealt = new ArrayList<>(new TreeSet<>(others));
        Collections.shuffle(dealt, random);
        for (int client = 0; client < clients; client++) {
            // Each client begins at another place of one order, so that every fault strikes some client soon.
            List<String> own = new ArrayList<>(dealt);
            Collections.rotate(own, client * own.size() / clients);
            lane(random, millis, client, CLIENT_GAP, own, planned);
        }
        planned.sort(Comparator.comparingLong(Planned::millis).thenComparingInt(Planned::lane));
        return new Schedule(List.copyOf(planned));
    }

    /** Returns the schedule without the faults that end the process of this client. */
    public Schedule sparing(int client) {
        return new Schedule(faults.stream()
                .filter(fault -> fault.lane() != client || !ClientFaults.kills(fault.fault()))
                .toList());
    }

    public void print(PrintStream out) {
        out.println("schedule of " + faults.size() + " faults:");
        faults.forEach(fault -> out.println("  " + fault));
    }

    private static void lane(Random random, long millis, int lane, int gap, List<String> first, List<Planned> planned) {
        List<String> deck = new ArrayList<>(lane == Planned.SERVERS ? List.of() : first);
        long at = (long) CALM_MILLIS + random.nextInt(gap);
        while (at < millis && !first.isEmpty()) {
            // The faults are shuffled, not drawn, so each strikes once before one strikes again.
            if (deck.isEmpty()) {
                deck.addAll(first);
                Collections.sort(deck);
                Collections.shuffle(deck, random);
                // A server that comes back with nothing takes the evidence along. So this fault strikes once, and
                // early,
                // unless it is the only one.
                if (deck.remove(RestartFaults.EMPTY) && (planned.isEmpty() || first.size() == 1)) {
                    deck.add(RestartFaults.EMPTY);
                }
            }
            planned.add(new Planned(at, lane, deck.remove(deck.size() - 1), random.nextLong()));
            at += gap / 2L + random.nextInt(gap);
        }
    }
}
