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

    /** An entry of tens of megabytes. */
    public static final String LARGE = "large";

    private static final String ACCOUNT = "{bank}:";
    private static final String RELAY = "relay:";
    private static final int ACCOUNTS = 6;
    private static final int ACCOUNT_ONE_IN = 8;
    private static final String OWN = "own:";
    private static final int HOT = 4;
    private static final int EACH = 2;

    public static boolean isList(String entry) {
        return entry.startsWith(LIST);
    }

    public static String hash(int number) {
        return HASH + number;
    }

    /** Returns all hashes between which transfers are made. They lie in one slot of a cluster. */
    public static List<String> accounts() {
        return numbered(ACCOUNT, ACCOUNTS).toList();
    }

    public static String someAccount(Random random) {
        return ACCOUNT + random.nextInt(ACCOUNTS);
    }

    /** Returns the account to which a transfer goes. An account and a number always have the same one. */
    public static String partner(String account, long number) {
        return partner(ACCOUNT, account, number);
    }

    private static String partner(String prefix, String account, long number) {
        int from = Integer.parseInt(account.substring(prefix.length()));
        int step = 1 + (int) Math.floorMod(number, (long) ACCOUNTS - 1);
        return prefix + (from + step) % ACCOUNTS;
    }

    /** Returns a random entry from which two bolts move to another. They lie in different slots of a cluster. */
    public static String someRelay(Random random) {
        return RELAY + random.nextInt(ACCOUNTS);
    }

    /** Returns the entry to which such a move goes. An entry and a number always have the same one. */
    public static String relayTo(String entry, long number) {
        return partner(RELAY, entry, number);
    }

    /**
     * Returns a random hash. A few hashes are picked as often as all others together, so that updates meet; one in some is
     * an account.
     */
    public String someHash(Random random) {
        if (hashes > 1 && random.nextInt(ACCOUNT_ONE_IN) == 0) {
            return someAccount(random);
        }
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
        Stream<String> accounts =
                hashes > 1 ? Stream.concat(accounts().stream(), numbered(RELAY, ACCOUNTS)) : Stream.of();
        return Stream.of(numbered(HASH, hashes), accounts, owned().stream(), numbered(LIST, lists))
                .flatMap(some -> some)
                .toList();
    }

    private static Stream<String> numbered(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(number -> prefix + number);
    }
}
