package io.github.stormlock.topologies.transfer;

import java.util.SplittableRandom;

/** An amount that is to go from one account to another. */
record Transfer(int from, int to, long cents) {

    /** Returns the transfer of this number, always the same one. */
    static Transfer of(TransferOptions options, long number) {
        SplittableRandom random = new SplittableRandom(options.seed() * 0x9E3779B97F4A7C15L + number);
        int from = random.nextInt(options.accounts());
        int to = (from + 1 + random.nextInt(options.accounts() - 1)) % options.accounts();
        return new Transfer(from, to, 1 + random.nextLong(Math.max(1, options.cents())));
    }
}
