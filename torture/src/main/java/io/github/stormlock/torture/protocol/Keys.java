package io.github.stormlock.torture.protocol;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The entries of a run.
 *
 * @param hashes chains with a count
 * @param lists chains as they are
 * @param mutexes names of locks that guard no entry
 */
public record Keys(int hashes, int lists, int mutexes) {
    private static final String HASH = "hash:";
    private static final String LIST = "list:";
    private static final String MUTEX = "mutex:";
    private static final int HOT = 4;

    public static boolean isList(String entry) {
        return entry.startsWith(LIST);
    }

    public static String hash(int number) {
        return HASH + number;
    }

    /** A few are asked for as often as all others together. */
    public String someHash(Random random) {
        return HASH + random.nextInt(random.nextBoolean() ? Math.min(HOT, hashes) : hashes);
    }

    public String someList(Random random) {
        return LIST + random.nextInt(lists);
    }

    /** Mostly of its own, sometimes that of an entry. */
    public String someMutex(Random random) {
        return random.nextInt(4) == 0 ? someHash(random) : MUTEX + random.nextInt(mutexes);
    }

    public List<String> entries() {
        return Stream.concat(numbered(HASH, hashes), numbered(LIST, lists)).toList();
    }

    private static Stream<String> numbered(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(number -> prefix + number);
    }
}
