package io.github.stormlock.topologies.sample;

import java.util.List;
import java.util.function.ToIntFunction;

/** Runs the mains of the samples: exit codes, and one clear message if something is wrong. */
public final class Command {

    /** The exit code of a command that did not succeed. */
    public static final int FAILED = 1;

    /** The exit code for wrong arguments and wrong configurations. */
    public static final int WRONG = 2;

    private Command() {}

    /**
     * Runs a command, and ends the JVM unless it succeeds. After a success the JVM goes on, as a local cluster may run
     * in it.
     *
     * @param least the smallest number of arguments
     * @param most the largest number of arguments
     * @param body returns the exit code; an IllegalArgumentException of it is for the user
     */
    public static void main(String[] args, String usage, int least, int most, ToIntFunction<List<String>> body) {
        int code = run(List.of(args), usage, least, most, body);
        if (code != 0) {
            System.exit(code);
        }
    }

    static int run(List<String> args, String usage, int least, int most, ToIntFunction<List<String>> body) {
        boolean options = args.stream().anyMatch(arg -> arg.startsWith("-"));
        if (args.size() < least || args.size() > most || options) {
            System.err.println(usage);
            return WRONG;
        }
        try {
            return body.applyAsInt(args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return WRONG;
        } catch (RuntimeException e) {
            System.err.println(e);
            return FAILED;
        }
    }
}
