package io.github.stormlock.lock;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Everything that is wrong with a configuration, told in one message. Used by one thread. */
final class ConfigProblems {
    private final List<String> messages = new ArrayList<>();
    private final Set<String> wrongKeys = new HashSet<>();

    /** A key is wrong by itself. */
    void add(String key, String message) {
        wrongKeys.add(key);
        messages.add(message);
    }

    /**
     * Keys do not go together. Nothing is said if one of them is wrong by itself: what was meant by it is unknown.
     *
     * @param broken whether so
     */
    void refuse(boolean broken, String message, ConfigKey<?>... keys) {
        if (broken && Arrays.stream(keys).noneMatch(key -> wrongKeys.contains(key.name()))) {
            messages.add(message);
        }
    }

    /** @throws IllegalArgumentException with all that is wrong, if anything is */
    void finish() {
        if (!messages.isEmpty()) {
            String count = messages.size() == 1 ? "1 problem" : messages.size() + " problems";
            throw new IllegalArgumentException(
                    "the storm-lock configuration has " + count + ":\n  " + String.join("\n  ", messages));
        }
    }
}
