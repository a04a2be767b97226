package io.github.stormlock.torture.fault;

import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.ServerSetup;

/** Starts the servers of a run. */
public final class ServerSetups {
    private ServerSetups() {}

    /** Starts the servers of a run of locks of one kind. A quorum has several, whatever the mode. */
    public static ServerSetup open(ClientConfig.Kind kind, ClientConfig.Mode mode, int clients) {
        return kind.tested() == ClientConfig.Kind.QUORUM ? new QuorumSetup(clients) : open(mode, clients);
    }

    public static ServerSetup open(ClientConfig.Mode mode, int clients) {
        return switch (mode) {
            case STANDALONE -> new StandaloneSetup(clients);
            case SENTINEL -> new SentinelSetup();
            case CLUSTER -> new ClusterSetup();
        };
    }
}
