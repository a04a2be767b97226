package io.github.stormlock.benchmarks.work;

import java.io.IOException;
import java.util.Map;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;

/**
 * A ZooKeeper in this JVM, on the loopback address. It does not wait for its disk, because Redis does not write to disk
 * either.
 */
record Zookeeper(TestingServer server) implements AutoCloseable {
    private static final int ANY = -1;
    private static final int CONNECTIONS = 1_000;
    private static final String LOOPBACK = "127.0.0.1";

    static Zookeeper start() throws Exception {
        System.setProperty("zookeeper.forceSync", "no");
        System.setProperty("zookeeper.admin.enableServer", "false");
        InstanceSpec spec = new InstanceSpec(
                null, ANY, ANY, ANY, true, ANY, ANY, CONNECTIONS, Map.of("clientPortAddress", LOOPBACK), LOOPBACK);
        return new Zookeeper(new TestingServer(spec, true));
    }

    String address() {
        return server.getConnectString();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
