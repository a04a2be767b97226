package io.github.stormlock.topologies.accesslog.sample;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The lines of a made-up log. {@link Random} and {@link StrictMath} are specified to the bit, so a seed gives the same
 * lines on every platform. The addresses are of the ranges that are set aside for benchmarks and documentation, so they
 * belong to nobody. Not thread-safe.
 */
final class Traffic {
    /** The beginning of the log: a Monday, midnight in UTC. */
    private static final long BEGIN = Instant.parse("2025-03-03T00:00:00Z").getEpochSecond();

    private static final double DAYS = 4;
    private static final double DAY = 24 * 3_600;
    private static final int PAGES = 1_400;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final List<String> ROBOTS = List.of("SeekBot", "Archivist", "FeedWalker", "PriceSpider", "Watchman");
    private static final List<String> BROWSERS = List.of(
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0"
                    + " Safari/537.36",
            "Mozilla/5.0 (X11; Linux x86_64; rv:135.0) Gecko/20100101 Firefox/135.0",
            "Mozilla/5.0 (Linux; Android 14; Mobile; rv:135.0) Gecko/135.0 Firefox/135.0");
    private static final List<String> ASSETS = List.of("/static/site.css", "/static/app.js?v=47", "/favicon.ico");

    private final Random random;
    private final int lines;

    Traffic(long seed, int lines) {
        this.random = new Random(seed);
        this.lines = lines;
    }

    /** Returns a line; they are asked for in order. */
    String line(int number) {
        String line = hit((double) number / lines);
        if (random.nextInt(800) > 0) {
            return line;
        }
        // Full disks and killed servers cut lines off, careless scripts write their own. Cut within the request or the
        // user agent: elsewhere the rest may look like a whole line.
        int quote = random.nextBoolean() ? line.indexOf('"') : line.lastIndexOf('"', line.length() - 2);
        return random.nextInt(3) == 0
                ? "logrotate: compressed access.log." + random.nextInt(9)
                : line.substring(0, quote + 1 + random.nextInt(10));
    }

    /** @param done the share of the log that is written */
    private String hit(double done) {
        int robot = random.nextInt(6) == 0 ? random.nextInt(ROBOTS.size()) : -1;
        boolean page = robot >= 0 || random.nextInt(3) > 0;
        String target = page ? page(robot >= 0) : ASSETS.get(random.nextInt(ASSETS.size()));
        int what = random.nextInt(1_000);
        int status = status(what, robot >= 0);
        long bytes = status == 304 ? 0 : status > 300 ? 178 : bytes(target);
        String method = what > 994 ? "POST" : what > 985 ? "HEAD" : what == 985 ? "OPTIONS" : "GET";
        return (robot >= 0 ? "192.0.2." + (10 + robot) : visitor(done)) + " - - ["
                + CLOCK.format(Instant.ofEpochSecond(BEGIN + second(done))) + "] \"" + method + " " + target
                + " HTTP/1.1\" " + status + " " + (bytes == 0 ? "-" : Long.toString(bytes)) + " \"-\" \""
                + (robot >= 0
                        ? "Mozilla/5.0 (compatible; " + ROBOTS.get(robot) + "/2.0; +https://robot.example/)"
                        : BROWSERS.get(random.nextInt(BROWSERS.size())))
                + "\"";
    }

    private static int status(int what, boolean robot) {
        int dead = robot ? 60 : 8;
        if (what < dead) {
            return 404;
        }
        return what < dead + 12 ? 301 : what < dead + 14 ? 500 : what < dead + 150 ? 304 : 200;
    }

    /** A line is written when its answer is sent, which is slow now and then: later requests stand before earlier ones. */
    private long second(double done) {
        // More hits by day than by night, and bursts when the site is talked about: there the clock stands nearly
        // still.
        double clock = done * DAYS - 0.12 * StrictMath.sin(2 * Math.PI * done * DAYS);
        for (double burst : new double[] {0.6, 1.7, 2.8}) {
            clock -= 0.06 / (1 + StrictMath.exp(-(done * DAYS - burst) * 60));
        }
        return Math.max(0, (long) (clock * DAY) - (random.nextInt(50) == 0 ? random.nextInt(20) : 0));
    }

    /** Robots take any page, dead ones included; readers the first ones most. */
    private String page(boolean robot) {
        double rank = random.nextDouble();
        int page = robot ? random.nextInt(PAGES) : (int) (StrictMath.pow(PAGES, rank) - 1);
        if (page == 0) {
            return "/";
        }
        return page % 11 == 0
                ? "/search?q=oak+table&page=" + page
                : page % 97 == 0 ? "/downloads/catalogue-" + page + ".pdf" : "/articles/" + page;
    }

    private static long bytes(String target) {
        long size = 2_000 + Math.floorMod(target.hashCode() * 31L, 90_000L);
        return target.endsWith(".pdf") ? size * 100 : size;
    }

    /** A visitor comes, reads some pages within minutes, and goes; some come again and again. */
    private String visitor(double done) {
        int latest = 1_000 + (int) (done * lines / 12) - (int) (-StrictMath.log(1 - random.nextDouble()) * 40);
        int number = random.nextInt(5) < 2 ? latest % 900 : latest;
        int spread = (number * 40_503 + 7_919) & 0x1FFFF;
        return number % 9 == 4
                ? "2001:db8:" + Integer.toHexString(spread >> 8) + "::" + Integer.toHexString(1 + (spread & 0xFF))
                : "198." + (18 + (spread >> 16)) + "." + (spread >> 8 & 0xFF) + "." + (spread & 0xFF);
    }
}
