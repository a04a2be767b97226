package io.github.stormlock.torture.run;

import io.github.stormlock.test.FaultProxy;
import java.util.Collection;
import java.util.Random;

/**
 * Everything that a fault acts on: one client, and the rest of the run.
 *
 * @param random a random generator with a seed that follows from the run's seed
 * @param client the number of the client that it strikes, if it strikes one
 */
public record FaultContext(ServerSetup setup, Fleet fleet, Ledger ledger, Random random, int client) {
    public Collection<FaultProxy> proxies() {
        return setup.proxies(client);
    }

    /** Waits for a random time between these limits, both included. */
    public void pause(int leastMillis, int mostMillis) throws InterruptedException {
        Thread.sleep(leastMillis + random.nextInt(mostMillis - leastMillis + 1));
    }

    /** Something that is done to clients or servers. */
    @FunctionalInterface
    public interface Act {
        void run() throws Exception;
    }

    /** Lets a trouble last for a random time between these limits, and ends it in every case. */
    public void during(Act trouble, int leastMillis, int mostMillis, Act end) throws Exception {
        try {
            trouble.run();
            pause(leastMillis, mostMillis);
        } finally {
            end.run();
        }
    }

    /** Lets a trouble last until leases are over. */
    public void pastLease(Act trouble, Act end) throws Exception {
        during(trouble, (int) lease() + 50, (int) lease() * 3 / 2, end);
    }

    public long lease() {
        return fleet.timing().lease();
    }
}
