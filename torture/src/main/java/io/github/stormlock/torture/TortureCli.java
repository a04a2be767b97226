package io.github.stormlock.torture;

import io.github.stormlock.test.internal.process.Folders;
import io.github.stormlock.torture.fault.LockFaults;
import io.github.stormlock.torture.fault.TortureServers;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.ClientMix;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.RunReport;
import io.github.stormlock.torture.run.ServerSetup;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command line of {@code scripts/torture}. */
@Command(
        name = "scripts/torture",
        resourceBundle = "io.github.stormlock.torture.options",
        mixinStandardHelpOptions = true)
final class TortureCli implements Callable<Integer> {
    static final int CLEAN = 0;
    static final int VIOLATED = 1;
    static final int BAD_OPTION = 2;
    static final int FAILED = 3;

    private final PrintStream out;

    @Option(names = "--seconds", paramLabel = "N")
    private int seconds = 60;

    @Option(names = "--seed", paramLabel = "S")
    private @Nullable Long seed;

    @Option(names = "--faults", paramLabel = "LIST", split = ",")
    private List<String> faults = List.of();

    @Option(names = "--mode", paramLabel = "MODE")
    private ClientConfig.Mode mode = ClientConfig.Mode.STANDALONE;

    @Option(names = "--memory", paramLabel = "WHAT")
    private ClientConfig.MemoryUse memory = ClientConfig.MemoryUse.MIXED;

    @Option(names = "--kind", paramLabel = "KIND")
    private ClientConfig.Kind kind = ClientConfig.Kind.ALL;

    @Option(names = "--figures")
    private boolean figures;

    @Option(names = "--controls")
    private boolean controls;

    TortureCli(PrintStream out) {
        this.out = out;
    }

    static int run(PrintStream out, PrintStream err, String... arguments) {
        CommandLine line = new CommandLine(new TortureCli(out));
        line.setOverwrittenOptionsAllowed(true);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.registerConverter(ClientConfig.Kind.class, word -> {
            try {
                return ClientConfig.Kind.of(word);
            } catch (IllegalArgumentException e) {
                throw new CommandLine.TypeConversionException(String.valueOf(e.getMessage()));
            }
        });
        line.setParameterExceptionHandler((problem, given) -> {
            err.println(
                    "scripts/torture: " + String.valueOf(problem.getMessage()).replace('\n', ' '));
            return BAD_OPTION;
        });
        line.setExecutionExceptionHandler((failure, command, result) -> {
            err.println("scripts/torture: the harness failed: " + failure);
            failure.printStackTrace(err);
            return FAILED;
        });
        return line.execute(arguments);
    }

    @Override
    public Integer call() throws Exception {
        require(seconds >= 1, "--seconds must be 1 or more, not " + seconds);
        require(
                !controls || (memory == ClientConfig.MemoryUse.MIXED && kind == ClientConfig.Kind.ALL),
                "--memory and --kind do not go with --controls");
        if (controls) {
            Controls.judge(out);
            return CLEAN;
        }
        return torture();
    }

    private int torture() throws Exception {
        require(
                !(kind.isOfLocks() || kind.isCareless()) || (memory == ClientConfig.MemoryUse.MIXED && !figures),
                "--memory and --figures go with updates, not with --kind " + kind.word());
        require(
                mode == ClientConfig.Mode.STANDALONE || !(kind.isCareless() || kind == ClientConfig.Kind.QUORUM),
                "--kind " + kind.word() + " goes with --mode standalone");
        long drawn = seed == null ? System.nanoTime() & Integer.MAX_VALUE : seed;
        try (ServerSetup setup = TortureServers.open(kind, mode, Torture.CLIENTS, Torture.SPARED)) {
            Map<String, Fault> known = LockFaults.of(setup, kind);
            faults.forEach(fault ->
                    require(known.containsKey(fault), "there is no fault " + fault + ": one of " + known.keySet()));
            Collection<String> usual = kind.isCareless() ? Controls.faults(kind) : known.keySet();
            List<String> striking = List.copyOf(faults.isEmpty() ? usual : faults);
            Path folder = Files.createTempDirectory("storm-lock-torture-");
            out.println("seed " + drawn + ", " + setup.description() + variant());
            ClientConfig.MemoryUse use = kind.isOfLocks() ? ClientConfig.MemoryUse.ALL : memory;
            RunReport report =
                    new Torture(setup, out, folder, new ClientMix(use, kind)).run(drawn, seconds, striking, figures);
            if (report.isClean()) {
                Folders.delete(folder);
            } else {
                out.println("histories: " + folder);
            }
            report.print(out);
            return report.isClean() ? CLEAN : VIOLATED;
        }
    }

    /** Returns how this run differs from a plain one: a seed alone does not tell. */
    private String variant() {
        return (kind == ClientConfig.Kind.ALL ? "" : ", kind " + kind.word())
                + (memory == ClientConfig.MemoryUse.MIXED
                        ? ""
                        : ", memory " + memory.name().toLowerCase(Locale.ROOT));
    }

    private void require(boolean condition, String message) {
        if (!condition) {
            throw new ParameterException(new CommandLine(this), message);
        }
    }
}
