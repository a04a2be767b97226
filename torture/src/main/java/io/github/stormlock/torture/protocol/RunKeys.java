package io.github.stormlock.torture.protocol;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The entries of a run.
 *
 * @param hashes the number of hashes, which are chains with a count
 * @param lists the number of lists, which are plain chains
 * @param mutexes the number of locks that guard no entry
 * @param owners the number of clients that have hashes which no other client updates before the last round
 */
public record RunKeys(int hashes, int lists, int mutexes, int owners) {
    private static final String HASH = "hash:";
    private static final String LIST = "list:";
    private static final String MUTEX = "mutex:";
    /** The mutex that many threads wait for at a time. */
    public static final String QUEUE = "queue";

    /** The hash that one client sees in two ways. */
    public static final String VIEWS = "views";

    /** An entry of tens of megabytes. */
    public static final String LARGE = "large";

    private static final String OWN = "own:";
    private static final int HOT = 4;
    private static final int EACH = 2;

    public static boolean isList(String entry) {
        return entry.startsWith(LIST);
    }

    public static String hash(int number) {
        return HASH + number;
    }

    /** Returns a random hash. A few hashes are picked as often as all others together, so that updates meet. */
    public String someHash(Random random) {
        return HASH + random.nextInt(random.nextBoolean() ? Math.min(HOT, hashes) : hashes);
    }

    /** Returns a random hash that nobody but this client updates. */
    public static String someOwn(String client, Random random) {
        return OWN + client + ':' + random.nextInt(EACH);
    }

    public static boolean isOwn(String entry) {
        return entry.startsWith(OWN);
    }

    /** Returns all hashes that only one client updates. */
    public List<String> owned() {
        return IntStream.range(0, owners)
                .boxed()
                .flatMap(client -> numbered(OWN + ClientConfig.name(client) + ':', EACH))
                .toList();
    }

    public String someList(Random random) {
        return LIST + random.nextInt(lists);
    }

    /** Returns the name of a random lock: usually a mutex, in one of four cases the lock of a hash. */
    public String someMutex(Random random) {
        return random.nextInt(4) == 0 ? someHash(random) : MUTEX + random.nextInt(mutexes);
    }

    public List<String> entries() {
        return Stream.of(numbered(HASH, hashes), owned().stream(), numbered(LIST, lists))
                .flatMap(some -> some)
                .toList();
    }

    private static Stream<String> numbered(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(number -> prefix + number);
    }
}
