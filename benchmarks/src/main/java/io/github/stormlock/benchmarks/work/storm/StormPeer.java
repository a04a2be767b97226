package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.work.load.JvmPool;
import io.github.stormlock.benchmarks.work.load.Peer;
import io.github.stormlock.test.LocalStorm;

/** A JVM of a pool, with a local cluster of its own: a worker of a topology. */
public final class StormPeer {
    private StormPeer() {}

    /** Returns a pool of such JVMs. */
    public static JvmPool pool() {
        return new JvmPool(StormPeer.class);
    }

    public static void main(String[] arguments) throws Exception {
        LocalStorm storm = LocalStorm.start();
        Peer.serve(orders -> StormLoads.start(storm, orders));
    }
}
