package io.github.stormlock.lock.explored.state;

/** The change that an update makes to the number that stands for the entry. */
enum Change {
    ADD('+'),
    SUBTRACT('-'),
    /** Subtracts, and throws where nothing is left. */
    TAKE('t'),
    /** Subtracts, and changes nothing where nothing is left. */
    TAKE_IF_ANY('f');

    private final char letter;

    Change(char letter) {
        this.letter = letter;
    }

    static Change of(char letter) {
        for (Change change : values()) {
            if (change.letter == letter) {
                return change;
            }
        }
        throw new IllegalArgumentException("no change: " + letter);
    }

    Effect on(int value) {
        if (this == TAKE && value <= 0) {
            return Effect.THROWS;
        }
        return this == TAKE_IF_ANY && value <= 0 ? Effect.NONE : Effect.WRITES;
    }

    int applyTo(int value) {
        return this == ADD ? value + 1 : value - 1;
    }

    /** Returns true if the caller's answer depends on the value. */
    boolean judges() {
        return this == TAKE || this == TAKE_IF_ANY;
    }
}
