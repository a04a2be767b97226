package io.github.stormlock.topologies.transfer;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.JointEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A report on the accounts, read from Redis alone, all as they stood at one moment.
 *
 * @param opened the number of accounts that a transfer has named
 * @param expected what they held at first
 * @param sum what they hold
 * @param moved the number of transfers made
 * @param refused the number of transfers refused, as the account held too little
 * @param violations the faults found; empty if the sum is conserved, each account is its own history, and each debit has
 *     its credit
 */
public record TransferReport(int opened, long expected, long sum, long moved, long refused, List<String> violations) {

    public TransferReport {
        violations = List.copyOf(violations);
    }

    /** Reads the accounts. */
    public static TransferReport read(RedisLockFactory locks, TransferOptions options) {
        List<GuardedEntry<HashEntry>> guards = IntStream.range(0, options.accounts())
                .mapToObj(number -> locks.guard(Account.key(number), Entries.hash()))
                .toList();
        JointEntry accounts = locks.peekAll(guards);
        return of(guards.stream().map(accounts::get).filter(HashEntry::exists).toList());
    }

    static TransferReport of(List<? extends HashEntry> accounts) {
        List<String> violations = new ArrayList<>();
        for (HashEntry account : accounts) {
            long history =
                    account.getLong(Account.OPENED) - account.getLong(Account.SENT) + account.getLong(Account.RECEIVED);
            if (account.getLong(Account.CENTS) != history) {
                violations.add(
                        "an account holds " + account.getLong(Account.CENTS) + ", and its history says " + history);
            }
            if (account.getLong(Account.CENTS) < 0) {
                violations.add("an account holds " + account.getLong(Account.CENTS));
            }
        }
        long expected = sum(accounts, Account.OPENED);
        long sum = sum(accounts, Account.CENTS);
        if (sum != expected) {
            violations.add("the sum is " + sum + " and was " + expected);
        }
        long debits = sum(accounts, Account.DEBITS);
        long credits = sum(accounts, Account.CREDITS);
        if (debits != credits) {
            violations.add(debits + " debits have " + credits + " credits");
        }
        return new TransferReport(accounts.size(), expected, sum, debits, sum(accounts, Account.REFUSED), violations);
    }

    private static long sum(List<? extends HashEntry> accounts, String field) {
        return accounts.stream().mapToLong(account -> account.getLong(field)).sum();
    }

    /**
     * Returns the faults of a run that has ended: those found, and the transfers that were not decided once.
     *
     * @param transfers the number of transfers that came in
     */
    public List<String> after(long transfers) {
        List<String> all = new ArrayList<>(violations);
        if (moved + refused != transfers) {
            all.add(moved + refused + " transfers are decided of " + transfers);
        }
        return all;
    }

    /** Returns the figures in one line. */
    public String line() {
        return String.format(
                Locale.ROOT,
                "%,d accounts opened with %,d cents hold %,d; %,d transfers made, %,d refused, since the account held too little",
                opened,
                expected,
                sum,
                moved,
                refused);
    }
}
