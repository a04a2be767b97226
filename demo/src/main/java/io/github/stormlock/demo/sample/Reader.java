package io.github.stormlock.demo.sample;

import java.util.ArrayDeque;
import java.util.Queue;

/** A person with a browser, who fetches some pages with their assets, and pauses to read, sometimes for long. */
final class Reader implements SampleClient {
    private static final double READING = 38_000;

    private final SampleSite site;
    private final Dice dice;
    private final Responses responses;
    private final Visitors.Visitor visitor;
    private final Queue<Page> assets = new ArrayDeque<>();
    private Page page;
    private String referer;
    private long due;
    private boolean pageDue = true;

    Reader(long arrives, Visitors.Visitor visitor, Page landing, String referer, SampleSite site, Dice dice) {
        this.site = site;
        this.dice = dice;
        this.responses = new Responses(dice);
        this.visitor = visitor;
        this.page = landing;
        this.referer = referer;
        this.due = arrives;
    }

    @Override
    public long due() {
        return due;
    }

    @Override
    public Hit send() {
        Hit hit = pageDue ? open() : fetch(assets.remove());
        plan();
        return hit;
    }

    private Hit open() {
        pageDue = false;
        // A browser that has been here has most of the assets in its cache.
        for (Page asset : page.assets()) {
            if (dice.chance(visitor.returning() ? 0.25 : 0.8)) {
                assets.add(asset);
            }
        }
        if (dice.chance(0.006)) {
            return responses.form(due, visitor, site.form, referer);
        }
        Hit hit = responses.page(due, visitor, page, referer);
        referer = SampleSite.ORIGIN + page.target();
        return hit;
    }

    private Hit fetch(Page asset) {
        return responses.asset(due, visitor, asset, referer);
    }

    private void plan() {
        if (!assets.isEmpty()) {
            due += dice.between(5, 240);
        } else if (dice.chance(0.36)) {
            due = GONE;
        } else {
            due += 800 + (long) dice.waiting(dice.chance(0.04) ? 40 * READING : READING);
            page = site.popular(dice);
            pageDue = true;
        }
    }
}
