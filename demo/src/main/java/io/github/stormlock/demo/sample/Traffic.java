package io.github.stormlock.demo.sample;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The log, line by line. The client that is due sends its request, which is logged when it has been answered. Holds the
 * clients on the site and the requests that are being answered, never the past. Not thread-safe.
 */
final class Traffic {
    private static final List<String> ROBOTS = List.of("SeekBot", "Archivist", "FeedWalker", "PriceSpider", "LinkMole");
    private static final double ROBOT_SHARE = 0.16;
    private static final double PROBE_SHARE = 0.023;
    private static final List<String> REFERERS = List.of("-", "-", "https://search.example/", SampleSite.ORIGIN + "/");

    private final Dice dice;
    private final SampleSite site;
    private final Visitors visitors;
    private final Arrivals arrivals;
    private final Spoiler spoiler;
    private final PriorityQueue<DueClient> clients = new PriorityQueue<>(DueClient.ORDER);
    private final PriorityQueue<Answer> answers = new PriorityQueue<>(Answer.ORDER);
    private long serial;

    Traffic(long seed, int lines) {
        dice = new Dice(seed);
        site = new SampleSite(dice);
        visitors = new Visitors(dice);
        spoiler = new Spoiler(dice);
        arrivals = new Arrivals(lines * (1 - ROBOT_SHARE), dice);
        for (int i = 0; i < ROBOTS.size(); i++) {
            double pause = Arrivals.SPAN / (lines * ROBOT_SHARE) * ROBOTS.size();
            enter(new Crawler(Visitors.robot(i, ROBOTS.get(i)), pause, site, dice));
        }
        // The probe comes on the second, as monitors do.
        long every = 1_000 * (1 + (long) (Arrivals.SPAN / (lines * PROBE_SHARE) / 1_000));
        enter(new Probe(Visitors.robot(90, "Watchman"), every, site.health, dice));
    }

    String nextLine() {
        // A line is final if no request that is still to be sent can be logged before it.
        while (answers.isEmpty() || answers.peek().hit().logged() > nextDue()) {
            if (arrivals.due() <= clients.peek().due()) {
                arrive();
            } else {
                send(clients.remove().client());
            }
        }
        return spoiler.maybeSpoil(answers.remove().hit().line());
    }

    private long nextDue() {
        return Math.min(arrivals.due(), clients.peek().due());
    }

    private void arrive() {
        long at = arrivals.due();
        int burst = arrivals.take();
        Page landing = burst < 0 ? site.popular(dice) : site.talkedAbout(burst);
        String referer = burst < 0 ? dice.one(REFERERS) : "https://news.example/item/" + (300 + burst);
        enter(new Reader(at, visitors.reader(), landing, referer, site, dice));
    }

    private void send(SampleClient client) {
        answers.add(new Answer(client.send(), serial++));
        enter(client);
    }

    private void enter(SampleClient client) {
        if (client.due() != SampleClient.GONE) {
            clients.add(new DueClient(client, client.due(), serial++));
        }
    }

    /**
     * A client and its next request. The serial number decides between equal times, because a heap alone would not
     * order them.
     */
    private record DueClient(SampleClient client, long due, long serial) {
        static final Comparator<DueClient> ORDER =
                Comparator.comparingLong(DueClient::due).thenComparingLong(DueClient::serial);
    }

    private record Answer(Hit hit, long serial) {
        static final Comparator<Answer> ORDER =
                Comparator.comparingLong((Answer a) -> a.hit().logged()).thenComparingLong(Answer::serial);
    }
}
