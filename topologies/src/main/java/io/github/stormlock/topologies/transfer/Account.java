package io.github.stormlock.topologies.transfer;

import io.github.stormlock.entry.HashEntry;

/**
 * The hash of an account: {@code cents} is what it holds, {@code opened} what it held at first, {@code sent} and
 * {@code received} the sums of its transfers, {@code debits}, {@code credits} and {@code refused} their numbers.
 */
final class Account {
    static final String CENTS = "cents";
    static final String OPENED = "opened";
    static final String SENT = "sent";
    static final String RECEIVED = "received";
    static final String DEBITS = "debits";
    static final String CREDITS = "credits";
    static final String REFUSED = "refused";

    private Account() {}

    /** Returns the key of an account. One hash tag keeps all accounts in one slot of a Redis Cluster. */
    static String key(int number) {
        return "{bank}:account:" + number;
    }

    /**
     * Moves the amount, if the account holds enough; otherwise counts the transfer as refused.
     *
     * @param initial what an account holds at first
     */
    static void move(HashEntry from, HashEntry to, long cents, long initial) {
        open(from, initial);
        open(to, initial);
        if (from.getLong(CENTS) < cents) {
            from.add(REFUSED, 1);
            return;
        }
        from.add(CENTS, -cents);
        from.add(SENT, cents);
        from.add(DEBITS, 1);
        to.add(CENTS, cents);
        to.add(RECEIVED, cents);
        to.add(CREDITS, 1);
    }

    private static void open(HashEntry account, long initial) {
        if (!account.contains(OPENED)) {
            account.set(OPENED, initial);
            account.set(CENTS, initial);
        }
    }
}
