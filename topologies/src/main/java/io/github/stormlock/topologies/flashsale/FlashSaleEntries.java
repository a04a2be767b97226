package io.github.stormlock.topologies.flashsale;

/** The keys of the entries that the topology writes. */
public final class FlashSaleEntries {

    /** How many orders ended how, as counted behind the articles. */
    public static final String OUTCOMES = "outcomes";

    public static final String STOCK = "stock:";

    private FlashSaleEntries() {}

    static String article(int number) {
        return "article-" + (number + 1);
    }

    /** The hash of an article: its stock, and every order for it. */
    public static String stock(String article) {
        return STOCK + article;
    }
}
