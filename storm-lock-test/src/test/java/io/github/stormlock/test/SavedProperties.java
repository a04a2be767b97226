package io.github.stormlock.test;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes system properties and puts them back. */
final class SavedProperties {
    private final Map<String, @Nullable String> before = new HashMap<>();

    void set(String name, String value) {
        String old = System.setProperty(name, value);
        if (!before.containsKey(name)) {
            before.put(name, old);
        }
    }

    void clear(String name) {
        String old = System.clearProperty(name);
        if (!before.containsKey(name)) {
            before.put(name, old);
        }
    }

    void restore() {
        before.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
        before.clear();
    }
}
