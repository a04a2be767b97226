package io.github.stormlock.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Gathers everything that is wrong with a configuration, to tell it in one message. For one thread. */
final class Problems {
    private final List<String> messages = new ArrayList<>();
    private final Set<String> wrongKeys = new HashSet<>();
    private final List<String> clashes = new ArrayList<>();

    /** Notes that a key is wrong by itself. */
    void add(String key, String message) {
        wrongKeys.add(key);
        messages.add(message);
    }

    /**
     * Notes that keys do not go together. Nothing is said if the message names one that is wrong by itself, because nobody
     * knows what was meant by it.
     *
     * @param broken true if they do not go together
     */
    void refuse(boolean broken, String message) {
        if (broken) {
            clashes.add(message);
        }
    }

    /**
     * Ends the search.
     *
     * @throws IllegalArgumentException with all that is wrong, if anything is
     */
    void finish() {
        // Rules are checked before all keys are read. So only now it is known which keys are wrong by themselves.
        clashes.stream()
                .filter(clash -> wrongKeys.stream().noneMatch(clash::contains))
                .forEach(messages::add);
        if (!messages.isEmpty()) {
            String count = messages.size() == 1 ? "1 problem" : messages.size() + " problems";
            throw new IllegalArgumentException(
                    "the storm-lock configuration has " + count + ":\n  " + String.join("\n  ", messages));
        }
    }
}
