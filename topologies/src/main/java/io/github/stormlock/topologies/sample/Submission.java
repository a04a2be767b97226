package io.github.stormlock.topologies.sample;

import io.github.stormlock.lock.StormLockConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.AlreadyAliveException;
import org.apache.storm.generated.AuthorizationException;
import org.apache.storm.generated.InvalidTopologyException;
import org.apache.storm.generated.StormTopology;

/** A topology with its name and configuration, and what the mains do with it. */
public record Submission(String name, Map<String, Object> conf, StormTopology topology) {

    private static final int REFUSED = 1;
    private static final int WRONG = 2;

    /**
     * Submits what {@code from} makes of the arguments. Ends the JVM with 2 and a line on standard error if they are
     * wrong, with 1 if the topology is not accepted; else returns, since the JVM may be a local cluster's.
     *
     * @param most how many arguments there may be; one there must be
     * @param from throws an IllegalArgumentException for a person to read
     */
    public static void main(String[] args, String usage, int most, Function<List<String>, Submission> from) {
        int code = run(List.of(args), usage, most, from);
        if (code != 0) {
            System.exit(code);
        }
    }

    private static int run(List<String> args, String usage, int most, Function<List<String>, Submission> from) {
        if (args.isEmpty() || args.size() > most || args.get(0).startsWith("-")) {
            System.err.println(usage);
            return WRONG;
        }
        try {
            Submission submission = from.apply(args);
            StormLockConfig.check(submission.conf());
            return submission.submit();
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return WRONG;
        }
    }

    /**
     * The defaults, under what the configuration file says that stands at {@code index}, if one does.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    public static Map<String, Object> conf(Map<String, Object> defaults, List<String> args, int index) {
        Map<String, Object> conf = new HashMap<>(defaults);
        if (args.size() > index) {
            conf.putAll(ConfFile.read(Path.of(args.get(index))));
        }
        return conf;
    }

    /** The argument at {@code index}, if there is one. */
    public static String name(List<String> args, int index, String fallback) {
        return args.size() > index ? args.get(index) : fallback;
    }

    // Whatever keeps a topology from being accepted must end in a code other than 0, not in a stack trace alone.
    @SuppressWarnings("CatchingUnchecked")
    private int submit() {
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
        return REFUSED;
    }
}
