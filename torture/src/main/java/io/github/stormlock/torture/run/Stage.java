package io.github.stormlock.torture.run;

import io.github.stormlock.test.FaultProxy;
import java.util.Collection;
import java.util.Random;

/**
 * What a fault has to do with: one client, and everything else.
 *
 * @param client the number of the client that it strikes, if it strikes one
 * @param random drawn from the run's seed
 */
public record Stage(Site site, Fleet fleet, Ledger ledger, Random random, int client) {
    public Collection<FaultProxy> proxies() {
        return site.proxies(client);
    }

    /** A while, between the two. */
    public void pause(int leastMillis, int mostMillis) throws InterruptedException {
        Thread.sleep(leastMillis + random.nextInt(mostMillis - leastMillis + 1));
    }

    public long lease() {
        return fleet.timing().lease();
    }
}
