package io.github.stormlock.cluster;

import java.util.List;
import java.util.Map;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.Nimbus.Iface;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.TopologyInfo;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;

/** A client of the cluster's Nimbus, as storm.yaml on the class path names it. */
final class Nimbus {
    private Nimbus() {}

    /** A question to Nimbus. */
    private interface Question<T> {
        T ask(Iface nimbus) throws TException;
    }

    static List<TopologySummary> topologies() {
        return ask(nimbus -> nimbus.getClusterInfo().get_topologies());
    }

    static TopologyInfo info(String id) {
        return ask(nimbus -> nimbus.getTopologyInfo(id));
    }

    static void rebalance(String name, int workers) {
        RebalanceOptions options = new RebalanceOptions();
        options.set_num_workers(workers);
        options.set_wait_secs(1);
        ask(nimbus -> {
            nimbus.rebalance(name, options);
            return true;
        });
    }

    static void kill(String name) {
        KillOptions options = new KillOptions();
        options.set_wait_secs(1);
        ask(nimbus -> {
            nimbus.killTopologyWithOpts(name, options);
            return true;
        });
    }

    private static <T> T ask(Question<T> question) {
        Map<String, Object> conf = Utils.readStormConfig();
        try (NimbusClient client = NimbusClient.Builder.withConf(conf).build()) {
            return question.ask(client.getClient());
        } catch (TException e) {
            throw new IllegalStateException("Nimbus refused: " + said(e), e);
        }
    }

    /** Returns the reason: Thrift's exceptions have it in a field of their own. */
    private static String said(TException e) {
        String text = String.valueOf(e);
        return text.substring(text.indexOf('(') + 1).replaceAll("\\)$", "");
    }
}
