package io.github.stormlock.insight;

import io.github.stormlock.insight.breaking.Person;
import io.github.stormlock.insight.redis.CannotAskException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code locks}. */
@Command(
        name = "locks",
        mixinStandardHelpOptions = true,
        versionProvider = LocksMain.Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class LocksMain implements Runnable {
    private static final char UNREADABLE = '\uFFFD';

    /** Answers the version that stands in the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"locks " + version()};
        }
    }

    static String version() {
        String version = LocksMain.class.getPackage().getImplementationVersion();
        return version == null ? "(not from a jar)" : version;
    }

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private LocksMain() {}

    /** Returns the commands, in the order in which the help names them. */
    private static List<Object> commands(Invocation invocation) {
        return List.of(
                new LockListCommand(invocation),
                new TopCommand(invocation),
                new WatchCommand(invocation),
                new ExplainCommand(invocation),
                new ServeCommand(invocation),
                new BreakCommand(invocation, Person.atTheConsole()),
                new DoctorCommand(invocation),
                new AclCommand(invocation));
    }

    /**
     * Runs a command, and ends the JVM with its status.
     *
     * @param arguments the command line
     */
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(out, err, arguments));
    }

    /**
     * Runs a command.
     *
     * @param out where answers go
     * @param err where troubles go
     * @param arguments the command line
     * @return the exit status
     */
    public static int run(PrintStream out, PrintStream err, String... arguments) {
        for (String argument : arguments) {
            // A JVM puts this character where bytes of the command line are no text in its locale.
            if (argument.indexOf(UNREADABLE) >= 0) {
                err.println("locks: the argument " + argument + " cannot be read in this locale, whose encoding is "
                        + System.getProperty("sun.jnu.encoding") + ": set LC_ALL=C.UTF-8 and write it in UTF-8");
                return Invocation.BAD_OPTION;
            }
        }
        Invocation invocation = new Invocation(out, err);
        CommandLine line = new CommandLine(new LocksMain());
        line.addMixin("invocation", invocation);
        commands(invocation).forEach(line::addSubcommand);
        line.setResourceBundle(ResourceBundle.getBundle("io.github.stormlock.insight.commands", Locale.ROOT));
        line.registerConverter(Duration.class, ScanOptions::time);
        line.setOverwrittenOptionsAllowed(true);
        line.setParameterExceptionHandler((problem, given) -> {
            err.println("locks: " + problem.getMessage());
            return Invocation.BAD_OPTION;
        });
        line.setExecutionExceptionHandler((failure, command, result) -> {
            if (failure instanceof IllegalArgumentException) {
                err.println("locks: " + failure.getMessage());
                return Invocation.BAD_OPTION;
            }
            err.println("locks: " + (failure instanceof CannotAskException ? failure.getMessage() : failure));
            return Invocation.CANNOT_ASK;
        });
        line.setOut(new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), true));
        int status = line.execute(arguments);
        invocation.tellForbidden();
        return status;
    }

    /** There is no command: says which there are. */
    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "name a command: " + String.join(", ", spec.subcommands().keySet()));
    }
}
