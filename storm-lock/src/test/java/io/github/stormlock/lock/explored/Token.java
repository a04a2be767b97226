package io.github.stormlock.lock.explored;

/** The value of the lock: whose it is, by which of its tries, and whether it was given to a waiter that must take it over. */
record Token(int desk, int number, boolean isGift) {
    static final int STRANGER = -1;

    boolean isStrangers() {
        return desk == STRANGER;
    }

    boolean is(int otherDesk, int otherNumber) {
        return desk == otherDesk && number == otherNumber;
    }
}
