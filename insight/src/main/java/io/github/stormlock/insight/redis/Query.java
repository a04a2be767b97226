package io.github.stormlock.insight.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One command, and the key that says which node of a Cluster has to answer it. Immutable, as long as nobody changes the
 * arrays that it was made of.
 *
 * @param key the key; null for none
 * @param words all words, the command's name first
 * @param optional true if all works without it: that the right is missing is not told
 */
public record Query(@Nullable String key, List<byte[]> words, boolean optional) {
    private static final Set<String> TWO_WORDS = Set.of("client", "memory", "config");

    /**
     * {@return a command about one key, which stands behind its name}
     *
     * @param command the name, such as {@code GET}
     * @param key the key
     * @param more what follows the key
     */
    public static Query of(String command, String key, String... more) {
        List<String> words = new ArrayList<>(List.of(command, key));
        words.addAll(Arrays.asList(more));
        return routed(key, words);
    }

    /**
     * {@return a command about one key that stands somewhere else, such as {@code MEMORY USAGE key}, or the call of a
     * script}
     *
     * @param key the key that finds the node
     * @param words all words, the command's name first
     */
    public static Query routed(String key, List<String> words) {
        return new Query(key, bytes(words), /* optional= */ false);
    }

    /**
     * {@return a command about no key: any primary may answer it, or the node that it is sent to}
     *
     * @param words all words, the command's name first
     */
    public static Query plain(String... words) {
        return new Query(null, bytes(Arrays.asList(words)), /* optional= */ false);
    }

    /** {@return the same command, without which all works} */
    public Query asOptional() {
        return new Query(key, words, /* optional= */ true);
    }

    private static List<byte[]> bytes(List<String> words) {
        return words.stream().map(word -> word.getBytes(StandardCharsets.UTF_8)).toList();
    }

    /** Returns the command's name, with the second word of those that have two, and nothing that may be secret. */
    @Override
    public String toString() {
        String name = new String(words.get(0), StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
        return TWO_WORDS.contains(name) && words.size() > 1
                ? name + "|" + new String(words.get(1), StandardCharsets.UTF_8).toLowerCase(Locale.ROOT)
                : name;
    }
}
