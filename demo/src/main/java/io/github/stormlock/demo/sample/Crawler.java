package io.github.stormlock.demo.sample;

/** A robot that fetches one page after another at its own pace, day and night, dead links included. */
final class Crawler implements SampleClient {
    private final SampleSite site;
    private final Dice dice;
    private final Responses responses;
    private final Visitors.Visitor robot;
    private final double pause;
    private long due;
    private int sent;

    /**
     * Creates a robot.
     *
     * @param pause the mean time between two requests, in milliseconds
     */
    Crawler(Visitors.Visitor robot, double pause, SampleSite site, Dice dice) {
        this.site = site;
        this.dice = dice;
        this.responses = new Responses(dice);
        this.robot = robot;
        this.pause = pause;
        this.due = (long) dice.waiting(pause);
    }

    @Override
    public long due() {
        return due;
    }

    @Override
    public Hit send() {
        Hit hit = sent++ % 200 == 0 ? responses.plain(due, robot, site.robots) : crawl();
        due += 1 + (long) dice.waiting(pause);
        return hit;
    }

    private Hit crawl() {
        double what = dice.unit();
        if (what < 0.05) {
            return responses.missing(due, robot, "/old/" + dice.below(900) + ".html");
        }
        if (what < 0.06) {
            return responses.forbidden(due, robot, site.admin);
        }
        return what < 0.1 ? responses.head(due, robot, site.any(dice)) : responses.plain(due, robot, site.any(dice));
    }
}
