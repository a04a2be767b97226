package io.github.stormlock.topologies.sample;

import io.github.stormlock.config.StormLockConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.utils.Utils;

/** A topology with its name and configuration. */
public record Submission(String name, Map<String, Object> conf, StormTopology topology) {

    /**
     * Storm's settings for many executors on few cores: by default each spins a thousand rounds whenever it is idle,
     * which took more than the updates did.
     */
    public static final Map<String, Object> FEW_CORES = Map.of(
            Config.TOPOLOGY_BOLT_WAIT_PROGRESSIVE_LEVEL2_COUNT, 1,
            Config.TOPOLOGY_SPOUT_WAIT_PROGRESSIVE_LEVEL2_COUNT, 0);

    /**
     * The defaults, under what the configuration file says that stands at {@code index}, if one does, and under what was
     * given on the command line by {@code storm jar -c}.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    public static Map<String, Object> conf(Map<String, Object> defaults, List<String> args, int index) {
        Map<String, Object> conf = new HashMap<>(defaults);
        if (args.size() > index) {
            conf.putAll(ConfFile.read(Path.of(args.get(index))));
        }
        // Storm puts them over everything when it submits; so what is checked here is what will run.
        conf.putAll(Utils.readCommandLineOpts());
        return conf;
    }

    /** The argument at {@code index}, if there is one. */
    public static String name(List<String> args, int index, String fallback) {
        return args.size() > index ? args.get(index) : fallback;
    }

    /**
     * Submits the topology, once its configuration is checked.
     *
     * @return the exit code: 0 if it is accepted
     * @throws IllegalArgumentException if its configuration is wrong
     */
    public int submit() {
        StormLockConfig.check(conf);
        try {
            StormSubmitter.submitTopology(name, conf, topology);
            return 0;
        } catch (AlreadyAliveException e) {
            return refused(e.get_msg());
        } catch (InvalidTopologyException e) {
            return refused(e.get_msg());
        } catch (AuthorizationException e) {
            return refused(e.get_msg());
        } catch (RuntimeException e) {
            return refused(e.toString());
        }
    }

    private int refused(String why) {
        System.err.println("topology " + name + " was not accepted: " + why);
        return Command.FAILED;
    }
}
