package io.github.stormlock.topologies.flashsale;

import java.util.SplittableRandom;

/** An order of one customer for one piece of one article. */
record Order(String id, String article, String customer) {

    /** Returns the order of this number, always the same one. The first articles are wanted most. */
    static Order of(FlashSaleOptions sale, long number) {
        SplittableRandom random = new SplittableRandom(sale.seed() * 0x9E3779B97F4A7C15L + number);
        int article = (int) (sale.articles() * random.nextDouble() * random.nextDouble());
        int customer = random.nextInt(sale.customers());
        return new Order(Long.toString(number), FlashSaleEntries.article(article), Integer.toString(customer));
    }
}
