package io.github.stormlock.internal.report;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * The worker as it tells who it is. Immutable.
 *
 * @param topology the name of its topology; empty for none
 * @param id Storm's id of the topology; empty for none
 * @param host the name of its machine
 * @param port the port of the Storm worker; 0 for none
 */
record WorkerIdentity(String topology, String id, String host, int port, long pid) {

    /** Returns this JVM. May ask the machine's resolver, so not on a thread that others wait for. */
    static WorkerIdentity ofThisJvm(String topology) {
        // Storm tells each worker its port and its topology by these properties.
        return new WorkerIdentity(
                topology,
                System.getProperty("storm.id", ""),
                hostName(),
                Integer.getInteger("worker.port", 0),
                ProcessHandle.current().pid());
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
