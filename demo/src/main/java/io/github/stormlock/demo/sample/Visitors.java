package io.github.stormlock.demo.sample;

import java.util.List;
import java.util.Locale;

/**
 * The visitors of the made-up site. Their addresses are of the ranges that are set aside for benchmarks and
 * documentation, so they belong to nobody.
 */
final class Visitors {
    private static final int NEWCOMERS = 120_000;

    private static final List<String> BROWSERS = List.of(
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0.0.0"
                    + " Safari/537.36",
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3"
                    + " Safari/605.1.15",
            "Mozilla/5.0 (X11; Linux x86_64; rv:135.0) Gecko/20100101 Firefox/135.0",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
                    + " Version/18.3 Mobile/15E148 Safari/604.1",
            "Mozilla/5.0 (Linux; Android 14; Mobile; rv:135.0) Gecko/135.0 Firefox/135.0");

    private final Dice dice;
    private final Zipf regulars = new Zipf(900, 0.8);
    private int newcomers;

    Visitors(Dice dice) {
        this.dice = dice;
    }

    /**
     * One visitor.
     *
     * @param address the address as the log shows it
     * @param agent the browser or robot
     * @param returning true if the browser has something of the site in its cache
     */
    record Visitor(String address, String agent, boolean returning) {}

    /** Returns a regular visitor, or a new one. */
    Visitor reader() {
        boolean regular = dice.chance(0.4);
        int number = regular ? regulars.draw(dice) : 1_000 + newcomers++ % NEWCOMERS;
        return new Visitor(address(number), BROWSERS.get(number * 31 % BROWSERS.size()), regular);
    }

    static Visitor robot(int number, String name) {
        return new Visitor(
                "192.0.2." + (10 + number),
                "Mozilla/5.0 (compatible; " + name + "/2." + number + "; +https://" + name.toLowerCase(Locale.ROOT)
                        + ".example/)",
                false);
    }

    private static String address(int number) {
        // The numbers are spread out, so that neighbours in the log are no neighbours in the network; 2^17 addresses in
        // all.
        int spread = (number * 40_503 + 7_919) & 0x1FFFF;
        return number % 9 == 4
                ? "2001:db8:" + Integer.toHexString(spread >> 8) + "::" + Integer.toHexString(1 + (spread & 0xFF))
                : "198." + (18 + (spread >> 16)) + "." + (spread >> 8 & 0xFF) + "." + (spread & 0xFF);
    }
}
