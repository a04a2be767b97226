package io.github.stormlock.lock.internal.runner;

import java.util.List;

/** An update of some entries that tests tell apart by a number. */
record Numbered(List<String> entries, int number) {

    static Numbered of(String entry, int number) {
        return new Numbered(List.of(entry), number);
    }

    @Override
    public String toString() {
        return String.join("", entries) + number;
    }
}
