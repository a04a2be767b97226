package io.github.stormlock.lock.explored;

/**
 * The value of the lock: its owner, the number of the owner's try, and whether it is a gift that its waiter must take
 * over.
 */
record Token(int desk, int number, boolean isGift) {
    static final int STRANGER = -1;

    boolean isStrangers() {
        return desk == STRANGER;
    }

    boolean is(int otherDesk, int otherNumber) {
        return desk == otherDesk && number == otherNumber;
    }
}
