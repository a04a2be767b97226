package io.github.stormlock.demo.sample;

/** A monitor that asks for the same small page again and again, on the second. */
final class Probe implements SampleClient {
    private final Page health;
    private final Visitors.Visitor monitor;
    private final Responses responses;
    private final long every;
    private long due;

    Probe(Visitors.Visitor monitor, long every, Page health, Dice dice) {
        this.health = health;
        this.monitor = monitor;
        this.responses = new Responses(dice);
        this.every = every;
    }

    @Override
    public long due() {
        return due;
    }

    @Override
    public Hit send() {
        Hit hit = responses.head(due, monitor, health);
        due += every;
        return hit;
    }
}
