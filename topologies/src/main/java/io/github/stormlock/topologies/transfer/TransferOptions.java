package io.github.stormlock.topologies.transfer;

import io.github.stormlock.topologies.replay.ReplayOptions;
import io.github.stormlock.topologies.sample.SampleSettings;
import java.io.Serializable;
import java.util.Map;

/**
 * The options that the topology is built from.
 *
 * @param transfers the number of transfers that come in
 * @param accounts the number of accounts, at least two
 * @param cents what each account holds at first
 * @param seed the seed that the transfers are made from
 * @param executors the number of executors that make transfers
 * @param replay the options of the spout's replays
 */
public record TransferOptions(long transfers, int accounts, long cents, long seed, int executors, ReplayOptions replay)
        implements Serializable {

    private static final String PREFIX = "transfer.";

    public static final String TRANSFERS = PREFIX + "transfers";
    public static final String ACCOUNTS = PREFIX + "accounts";
    public static final String CENTS = PREFIX + "cents";
    public static final String SEED = PREFIX + "seed";
    public static final String EXECUTORS = PREFIX + "executors";
    public static final String FAIL_RATE = PREFIX + SampleSettings.FAIL_RATE;

    private static final int MOST = 10_000_000;

    /**
     * Reads the {@code transfer.*} keys of a topology configuration.
     *
     * @throws IllegalArgumentException if one is unknown or out of its range; the message names it
     */
    public static TransferOptions of(Map<String, Object> conf) {
        return SampleSettings.read(
                conf,
                PREFIX,
                settings -> new TransferOptions(
                        settings.number(TRANSFERS, 50_000, 1, MOST),
                        (int) settings.number(ACCOUNTS, 100, 2, 1_000),
                        settings.number(CENTS, 10_000, 0, MOST),
                        settings.number(SEED, 1, Long.MIN_VALUE, Long.MAX_VALUE),
                        (int) settings.number(EXECUTORS, 4, 1, 1_000),
                        settings.replay(PREFIX)));
    }
}
