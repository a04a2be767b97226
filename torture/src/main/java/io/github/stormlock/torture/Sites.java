package io.github.stormlock.torture;

/** Starts the servers of a mode. */
final class Sites {
    private Sites() {}

    static Site open(ClientConfig.Mode mode, int clients) {
        return switch (mode) {
            case STANDALONE -> new StandaloneSite(clients);
            case SENTINEL -> new SentinelSite();
            case CLUSTER -> new ClusterSite();
        };
    }
}
