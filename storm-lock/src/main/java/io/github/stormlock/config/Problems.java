package io.github.stormlock.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Gathers everything that is wrong with a configuration, to tell it in one message. For one thread. */
final class Problems {
    private final List<String> messages = new ArrayList<>();
    private final Set<String> wrongKeys = new HashSet<>();
    private final List<Clash> clashes = new ArrayList<>();

    /** Notes that a key is wrong by itself. */
    void add(String key, String message) {
        wrongKeys.add(key);
        messages.add(message);
    }

    /**
     * Notes that keys do not go together. Nothing is said if one of them is wrong by itself, because nobody knows what
     * was meant by it.
     *
     * @param broken true if they do not go together
     */
    void refuse(boolean broken, String message, SettingKey<?>... keys) {
        if (broken) {
            clashes.add(new Clash(message, List.of(keys)));
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
                .filter(clash -> clash.keys().stream().noneMatch(key -> wrongKeys.contains(key.name())))
                .forEach(clash -> messages.add(clash.message()));
        if (!messages.isEmpty()) {
            String count = messages.size() == 1 ? "1 problem" : messages.size() + " problems";
            throw new IllegalArgumentException(
                    "the storm-lock configuration has " + count + ":\n  " + String.join("\n  ", messages));
        }
    }

    private record Clash(String message, List<SettingKey<?>> keys) {}
}
