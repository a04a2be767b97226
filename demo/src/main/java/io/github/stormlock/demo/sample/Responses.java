package io.github.stormlock.demo.sample;

/** The answers of the made-up server. Not thread-safe. */
final class Responses {
    private static final String NONE = "-";

    private final Dice dice;

    Responses(Dice dice) {
        this.dice = dice;
    }

    /** Returns a page for a reader: mostly there, sometimes moved, mistyped, broken, or taken in pieces. */
    Hit page(long at, Visitors.Visitor who, Page page, String referer) {
        double what = dice.unit();
        if (what < 0.008) {
            return hit(at, who, "GET", page.target() + "x", 404, 1_245, referer);
        }
        if (what < 0.02) {
            return hit(at, who, "GET", page.target() + "/", 301, 178, referer);
        }
        if (what < 0.0215) {
            return hit(at, who, "GET", page.target(), 500, 571, referer);
        }
        if (page.bytes() > 1_000_000 && dice.chance(0.5)) {
            return hit(at, who, "GET", page.target(), 206, 1 + (long) (dice.unit() * page.bytes()), referer);
        }
        return hit(at, who, "GET", page.target(), 200, page.bytes(), referer);
    }

    /** Returns an asset of a page, which the browser may know already. */
    Hit asset(long at, Visitors.Visitor who, Page asset, String referer) {
        boolean known = dice.chance(who.returning() ? 0.5 : 0.06);
        return hit(at, who, "GET", asset.target(), known ? 304 : 200, known ? 0 : asset.bytes(), referer);
    }

    Hit form(long at, Visitors.Visitor who, Page form, String referer) {
        return dice.chance(0.1)
                ? hit(at, who, "OPTIONS", form.target(), 204, 0, referer)
                : hit(at, who, "POST", form.target(), 303, form.bytes(), referer);
    }

    Hit plain(long at, Visitors.Visitor who, Page page) {
        return hit(at, who, "GET", page.target(), 200, page.bytes(), NONE);
    }

    Hit head(long at, Visitors.Visitor who, Page page) {
        return hit(at, who, "HEAD", page.target(), 200, 0, NONE);
    }

    Hit missing(long at, Visitors.Visitor who, String target) {
        return hit(at, who, "GET", target, 404, 1_245, NONE);
    }

    Hit forbidden(long at, Visitors.Visitor who, Page page) {
        return hit(at, who, "GET", page.target(), 403, page.bytes(), NONE);
    }

    private Hit hit(
            long at, Visitors.Visitor who, String method, String target, int status, long bytes, String referer) {
        // About 4 MB/s go to the visitor, and some lines are slow. This puts later requests before earlier ones.
        long took = (long) dice.waiting(dice.chance(0.02) ? 9_000 : 40) + bytes / 4_000;
        return new Hit(at, took, who.address(), method, target, status, bytes, referer, who.agent());
    }
}
