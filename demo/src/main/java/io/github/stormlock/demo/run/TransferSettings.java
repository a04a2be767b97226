package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.BadInputException;
import java.nio.file.Path;

/**
 * The settings of a run of transfers; each value is in its range.
 *
 * @param transfers the number of transfers, 1 to 10,000,000
 * @param accounts the number of accounts, 2 to 1,000
 * @param executors the number of executors that make transfers, 1 to 64
 * @param failRate the share of transfers to send again, 0 to 0.9
 * @param kills how often the topology is killed in the middle of its work, 0 to 10
 * @param out the folder for Storm's log
 */
public record TransferSettings(long transfers, int accounts, int executors, double failRate, int kills, Path out) {

    public TransferSettings {
        require("--transfers", transfers, 1, 10_000_000);
        require("--accounts", accounts, 2, 1_000);
        require("--executors", executors, 1, 64);
        require("--kills", kills, 0, 10);
        if (!(failRate >= 0 && failRate <= DemoSettings.HIGHEST_RATE)) {
            throw new BadInputException("--fail-rate " + failRate + " is not in 0 to " + DemoSettings.HIGHEST_RATE);
        }
    }

    private static void require(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new BadInputException(option + " " + value + " is not in " + least + " to " + most);
        }
    }
}
