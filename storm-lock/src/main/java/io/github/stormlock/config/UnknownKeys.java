package io.github.stormlock.config;

import io.github.stormlock.config.internal.SecretValues;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Finds keys that are not known. Their values are never shown, because a misspelt key may hold a password. */
final class UnknownKeys {
    private static final int LONGEST = 120;
    private static final String NESTED = "storm.lock";

    private UnknownKeys() {}

    /** Notes every key of this library's prefix that is not known, in alphabetical order. */
    static void find(Map<?, ?> conf, Problems problems) {
        conf.keySet().stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(key -> key.startsWith(SettingKey.PREFIX) || key.equals(NESTED))
                .filter(key -> !SettingKeys.ALL.containsKey(key))
                .sorted()
                .forEach(key -> problems.add(key, message(key, conf.get(key) instanceof Map<?, ?>)));
    }

    private static String message(String key, boolean nested) {
        String name = key.replaceAll("\\p{Cntrl}", "?");
        name = name.length() > LONGEST ? name.substring(0, LONGEST) + "..." : name;
        if (nested) {
            return name + " is no key but holds some: write each in full, such as " + SettingKeys.LEASE.name();
        }
        if (SecretValues.names(key)) {
            String base = nearest(name, passwords()).replaceAll("\\.(file|env)$", "");
            return name + " is refused, and its value not shown: Storm logs its configuration and shows it. Name a file"
                    + " by " + base + ".file or an environment variable of the workers by " + base + ".env";
        }
        return name + " is unknown; the nearest known key is " + nearest(name, SettingKeys.ALL.keySet());
    }

    private static Set<String> passwords() {
        return SettingKeys.ALL.keySet().stream().filter(SecretValues::names).collect(Collectors.toSet());
    }

    private static String nearest(String name, Set<String> known) {
        return known.stream()
                .min(Comparator.<String>comparingInt(key -> distance(name, key)).thenComparing(key -> key))
                .orElseThrow();
    }

    /** Returns how many characters must be inserted, removed or replaced to turn one text into the other. */
    static int distance(String from, String to) {
        int[] above = IntStream.rangeClosed(0, to.length()).toArray();
        for (int i = 1; i <= from.length(); i++) {
            int[] row = new int[to.length() + 1];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[to.length()];
    }
}
