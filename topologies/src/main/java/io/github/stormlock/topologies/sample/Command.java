package io.github.stormlock.topologies.sample;

import java.util.List;

/** What the mains of the samples have in common: exit codes, and one clear message where something is wrong. */
public final class Command {

    /** The exit code where what was asked for did not succeed. */
    public static final int FAILED = 1;

    /** The exit code of wrong arguments and wrong configurations. */
    public static final int WRONG = 2;

    private Command() {}

    /** A command over its arguments. */
    public interface Body {
        /**
         * Runs the command.
         *
         * @return the exit code
         * @throws IllegalArgumentException if the arguments or what they name are wrong; for a person to read
         */
        int run(List<String> args);
    }

    /**
     * Runs a command, and ends the JVM unless it succeeds: where it does, the JVM may be a local cluster's.
     *
     * @param least how many arguments there must be
     * @param most how many there may be
     */
    public static void main(String[] args, String usage, int least, int most, Body body) {
        int code = run(List.of(args), usage, least, most, body);
        if (code != 0) {
            System.exit(code);
        }
    }

    static int run(List<String> args, String usage, int least, int most, Body body) {
        boolean options = args.stream().anyMatch(arg -> arg.startsWith("-"));
        if (args.size() < least || args.size() > most || options) {
            System.err.println(usage);
            return WRONG;
        }
        try {
            return body.run(args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            return WRONG;
        } catch (RuntimeException e) {
            System.err.println(e);
            return FAILED;
        }
    }
}
