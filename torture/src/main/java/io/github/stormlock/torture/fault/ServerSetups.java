package io.github.stormlock.torture.fault;

import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.ServerSetup;

/** Starts the servers of a run. */
public final class ServerSetups {
    private ServerSetups() {}

    /** A quorum has several servers, whatever the mode. */
    public static ServerSetup open(ClientConfig.Kind kind, ClientConfig.Mode mode, int clients) {
        return kind.tested() == ClientConfig.Kind.QUORUM ? new QuorumSetup(clients) : open(mode, clients);
    }

    private static ServerSetup open(ClientConfig.Mode mode, int clients) {
        return switch (mode) {
            case STANDALONE -> new StandaloneSetup(clients);
            case SENTINEL -> new SentinelSetup();
            case CLUSTER -> new ClusterSetup();
        };
    }
}
