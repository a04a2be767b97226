package io.github.stormlock.lock.explored.state;

/**
 * The value of the lock: its owner, the number of the owner's try, and whether it is a gift that its waiter must take
 * over.
 */
public record Token(int workerQueue, int number, boolean isGift) {
    public static final int STRANGER = -1;

    public boolean isStrangers() {
        return workerQueue == STRANGER;
    }

    public boolean is(int otherDesk, int otherNumber) {
        return workerQueue == otherDesk && number == otherNumber;
    }
}
