package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.Console;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of a run of transfers. Not thread-safe. */
@Command(name = "scripts/demo transfer")
public final class TransferRunOptions extends RunOptions {

    @Option(names = "--transfers")
    long transfers = 50_000;

    @Option(names = "--accounts")
    int accounts = 100;

    /** How often the topology is killed in the middle of its work. */
    @Option(names = "--kills")
    int kills = 2;

    public TransferRunOptions(Path out) {
        super(out);
    }

    @Override
    public void run(Console console, SampleRunner engine) {
        require("--transfers", transfers, transfers >= 1 && transfers <= 10_000_000, "1 to 10000000");
        require("--accounts", accounts, accounts >= 2 && accounts <= 1_000, "2 to 1000");
        require("--kills", kills, kills >= 0 && kills <= 10, "0 to 10");
        begin();
        new TransferDemo(this, console).run();
    }
}
