package io.github.stormlock.topologies.flashsale;

import io.github.stormlock.topologies.replay.ReplayOptions;
import io.github.stormlock.topologies.sample.ReplaySettings;
import io.github.stormlock.topologies.sample.SampleSettings;
import java.io.Serializable;
import java.util.Map;

/**
 * The options that the topology is built from.
 *
 * @param orders the number of orders that come in
 * @param articles the number of articles
 * @param stock the number of pieces of each article
 * @param customers the number of customers
 * @param seed the seed that the orders are made from
 * @param executors the number of executors of each bolt that decides or counts
 * @param replay the options of the spout's replays
 */
public record FlashSaleOptions(
        long orders, int articles, long stock, int customers, long seed, int executors, ReplayOptions replay)
        implements Serializable {

    private static final String PREFIX = "flash.sale.";

    public static final String ORDERS = PREFIX + "orders";
    public static final String ARTICLES = PREFIX + "articles";
    public static final String STOCK = PREFIX + "stock";
    public static final String CUSTOMERS = PREFIX + "customers";
    public static final String SEED = PREFIX + "seed";
    public static final String EXECUTORS = PREFIX + "executors";
    public static final String FAIL_RATE = PREFIX + ReplaySettings.FAIL_RATE;

    private static final int MOST = 1_000_000;

    /**
     * Reads the {@code flash.sale.*} keys of a topology configuration.
     *
     * @throws IllegalArgumentException if one is unknown or out of its range; the message names it
     */
    public static FlashSaleOptions of(Map<String, Object> conf) {
        SampleSettings settings = SampleSettings.of(
                conf, PREFIX, ReplaySettings.keys(PREFIX, ORDERS, ARTICLES, STOCK, CUSTOMERS, SEED, EXECUTORS));
        return new FlashSaleOptions(
                settings.number(ORDERS, 10_000, 1, MOST),
                (int) settings.number(ARTICLES, 3, 1, 1_000),
                settings.number(STOCK, 500, 0, MOST),
                (int) settings.number(CUSTOMERS, 4_000, 1, MOST),
                settings.number(SEED, 1, Long.MIN_VALUE, Long.MAX_VALUE),
                (int) settings.number(EXECUTORS, 4, 1, 1_000),
                ReplaySettings.read(settings, PREFIX));
    }
}
