package io.github.stormlock.topologies.sample;

import io.github.stormlock.config.StormLockConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.thrift.TException;
import org.apache.storm.utils.Utils;

/** A topology with its name and configuration. */
public record TopologySubmission(String name, Map<String, Object> conf, StormTopology topology) {

    /**
     * Returns Storm's settings that suit a sample, with many executors on few cores. By default each executor spins a
     * thousand rounds when it is idle, which took more time than the updates did, and then looks for tuples each
     * millisecond: 29 executors that wake so often took a fifth of two cores.
     *
     * @param pending how many tuples of the spout may be pending: those that wait behind a hot entry must be done within
     *     the message timeout
     */
    public static Map<String, Object> defaults(int pending) {
        return new HashMap<>(Map.of(
                Config.TOPOLOGY_MAX_SPOUT_PENDING, pending,
                Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 30,
                Config.TOPOLOGY_BOLT_WAIT_PROGRESSIVE_LEVEL2_COUNT, 1,
                Config.TOPOLOGY_BOLT_WAIT_PROGRESSIVE_LEVEL3_SLEEP_MILLIS, 5,
                Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL2_COUNT, 0));
    }

    /**
     * Returns the configuration to submit: the defaults, overridden by the configuration file at {@code index}, if
     * there is one, and by the command line's {@code storm jar -c}.
     *
     * @throws IllegalArgumentException if the file cannot be read
     */
    public static Map<String, Object> conf(Map<String, Object> defaults, List<String> args, int index) {
        Map<String, Object> conf = new HashMap<>(defaults);
        if (args.size() > index) {
            conf.putAll(ConfFile.read(Path.of(args.get(index))));
        }
        // Storm puts these over everything when it submits, so the configuration that is checked here is the one that
        // will run.
        conf.putAll(Utils.readCommandLineOpts());
        return conf;
    }

    /** Returns the argument at {@code index}, or {@code fallback} if there is none. */
    public static String name(List<String> args, int index, String fallback) {
        return args.size() > index ? args.get(index) : fallback;
    }

    /**
     * Checks the configuration and submits the topology.
     *
     * @return the exit code: 0 if the topology is accepted
     * @throws IllegalArgumentException if its configuration is wrong
     */
    public int submit() {
        StormLockConfig.check(conf);
        try {
            StormSubmitter.submitTopology(name, conf, topology);
            return 0;
        } catch (TException | RuntimeException e) {
            System.err.println("topology " + name + " was not accepted: " + e);
            return Command.FAILED;
        }
    }
}
