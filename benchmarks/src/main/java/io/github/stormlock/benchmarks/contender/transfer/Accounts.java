package io.github.stormlock.benchmarks.contender.transfer;

/** The keys of the accounts. */
final class Accounts {
    private Accounts() {}

    /** Returns the key of the account from which is taken what is added to another one. */
    static String source(String key) {
        return "source:" + key;
    }
}
