package io.github.stormlock.torture.fault;

import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.ServerSetup;

/** Starts the servers of a mode. */
public final class ServerSetups {
    private ServerSetups() {}

    public static ServerSetup open(ClientConfig.Mode mode, int clients) {
        return switch (mode) {
            case STANDALONE -> new StandaloneSetup(clients);
            case SENTINEL -> new SentinelSetup();
            case CLUSTER -> new ClusterSetup();
        };
    }
}
