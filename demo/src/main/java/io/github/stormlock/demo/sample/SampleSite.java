package io.github.stormlock.demo.sample;

import java.util.ArrayList;
import java.util.List;

/** The made-up site: its pages in the order of their popularity, and the assets of each. Immutable. */
final class SampleSite {
    static final String ORIGIN = "https://www.shop.example";

    private static final int ARTICLES = 700;
    private static final int NOTES = 320;
    private static final List<String> WORDS = List.of(
            "lamp",
            "oak+table",
            "red+chair",
            "rug",
            "desk",
            "blue+vase",
            "shelf",
            "mirror",
            "clock",
            "bench",
            "sofa",
            "wool+blanket");

    final Page robots = new Page("/robots.txt", 68);
    final Page health = new Page("/health", 2);
    final Page admin = new Page("/admin/", 199);
    final Page form = new Page("/contact", 312);

    private final List<Page> shared;
    private final List<Page> pages = new ArrayList<>();
    private final Zipf wanted;

    SampleSite(Dice dice) {
        shared = List.of(
                new Page("/static/site.css", 18_204),
                new Page("/static/app.js?v=47", 96_511),
                new Page("/favicon.ico", 3_638));
        pages.add(page("/", 9_216, dice));
        for (int article = 1; article <= ARTICLES; article++) {
            pages.add(page("/articles/" + article, dice.between(4_000, 32_000), dice));
            if (article <= NOTES) {
                pages.add(page("/notes/" + (2019 + article % 6) + "/" + article, dice.between(2_000, 60_000), dice));
            }
        }
        wanted = new Zipf(pages.size(), 1.05);
    }

    /** Returns a page as readers pick them: the first ones most. */
    Page popular(Dice dice) {
        double what = dice.unit();
        if (what < 0.06) {
            return page("/search?q=" + dice.one(WORDS) + "&page=" + (1 + dice.below(3)), dice.between(6_000, 14_000));
        }
        if (what < 0.075) {
            int issue = 1 + dice.below(12);
            return new Page("/downloads/catalogue-" + issue + ".pdf", 4_000_000L + issue * 1_310_771L);
        }
        return pages.get(wanted.draw(dice));
    }

    /** Returns a page as robots pick them: any. */
    Page any(Dice dice) {
        return dice.one(pages);
    }

    /** Returns the page that a burst of readers comes for. */
    Page talkedAbout(int burst) {
        return pages.get(40 + 17 * burst);
    }

    private Page page(String target, long bytes) {
        return new Page(target, bytes, shared);
    }

    private Page page(String target, long bytes, Dice dice) {
        List<Page> assets = new ArrayList<>(shared);
        for (int image = dice.below(4); image > 0; image--) {
            assets.add(new Page("/images/" + (1 + dice.below(400)) + ".jpg", dice.between(8_000, 240_000)));
        }
        return new Page(target, bytes, List.copyOf(assets));
    }
}
