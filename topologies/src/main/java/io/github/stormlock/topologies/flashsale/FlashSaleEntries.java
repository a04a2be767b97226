package io.github.stormlock.topologies.flashsale;

/** The keys of the entries that the topology writes. */
public final class FlashSaleEntries {

    /** The hash that counts the orders by their result, apart from the articles' own counts. */
    public static final String OUTCOMES = "outcomes";

    public static final String STOCK = "stock:";

    private FlashSaleEntries() {}

    static String article(int number) {
        return "article-" + (number + 1);
    }

    /**
     * Returns the key of the string that holds the order by which a customer was served with an article. Its hash tag is
     * the article's key. So both lie in one slot of a Redis Cluster, and are changed in one update.
     */
    static String purchase(String article, String customer) {
        return '{' + stock(article) + "}:customer:" + customer;
    }

    /** Returns the key of an article's hash, which holds its stock and every order for it. */
    public static String stock(String article) {
        return STOCK + article;
    }
}
