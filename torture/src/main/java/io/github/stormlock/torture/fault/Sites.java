package io.github.stormlock.torture.fault;

import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.Site;

/** Starts the servers of a mode. */
public final class Sites {
    private Sites() {}

    public static Site open(ClientConfig.Mode mode, int clients) {
        return switch (mode) {
            case STANDALONE -> new StandaloneSite(clients);
            case SENTINEL -> new SentinelSite();
            case CLUSTER -> new ClusterSite();
        };
    }
}
