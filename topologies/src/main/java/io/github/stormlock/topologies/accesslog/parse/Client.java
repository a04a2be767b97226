package io.github.stormlock.topologies.accesslog.parse;

import io.github.stormlock.topologies.sample.Excerpt;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the client in what stands before the timestamp: client, identity and user. The user may hold spaces, so a line
 * with a prefix of a logger could be read as one with such a user. Nobody has an address for a name, and hardly anybody
 * logs identities, so that these tell the two apart.
 */
final class Client {

    private static final String NONE = "-";
    private static final int LONGEST = 253;
    private static final int WORDS = 3;

    private static final Pattern BLANKS = Pattern.compile("[ \\t]+");
    private static final Pattern PORT = Pattern.compile(":[0-9]{1,5}$");
    private static final Pattern V4 = Pattern.compile("((25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(\\.(?!$)|$)){4}");
    private static final Pattern MAPPED = Pattern.compile("^(::ffff:|.*:)([0-9]+(?:\\.[0-9]+){3})$");
    private static final Pattern GROUPS = Pattern.compile("[0-9a-f]{1,4}(:[0-9a-f]{1,4}){0,7}");

    /** Labels of letters, digits, hyphens and underscores; the last one has a letter. */
    private static final Pattern HOST =
            Pattern.compile("((?!-)[\\p{L}\\p{M}0-9_-]{1,63}\\.)*(?!-)(?=[^.]*\\p{L})[\\p{L}\\p{M}0-9_-]{1,63}\\.?");

    private Client() {}

    /**
     * Returns the client's address or host name, in small letters. Of several addresses, as X-Forwarded-For has them, it
     * is the first. The name of a virtual host before it is passed over.
     *
     * @throws MalformedLineException if it is not certain which word is the client
     */
    static String of(String before) throws MalformedLineException {
        String spaced = BLANKS.matcher(before.strip()).replaceAll(" ");
        String[] words = spaced.replace(" ,", ",").replace(", ", ",").split(" ", -1);
        boolean prefixed = words.length > WORDS
                && address(words[1]) != null
                && isHost(PORT.matcher(words[0]).replaceFirst(""));
        String[] left = prefixed ? Arrays.copyOfRange(words, 1, words.length) : words;
        String client = client(left[0]);
        boolean exact = left.length == WORDS && !prefixed && address(left[0]) != null;
        if (left.length < WORDS || (!exact && !isIdentityAndUser(left))) {
            throw new MalformedLineException(
                    "not client, identity and user before the timestamp: " + Excerpt.of(before.strip()));
        }
        return client;
    }

    private static String client(String word) throws MalformedLineException {
        String address = address(word);
        if (address != null) {
            return address;
        }
        if (!isHost(word)) {
            throw new MalformedLineException("the line does not begin with an address or a host name: "
                    + (word.isEmpty() ? "nothing" : Excerpt.of(word)));
        }
        return word.toLowerCase(Locale.ROOT);
    }

    private static boolean isIdentityAndUser(String... words) {
        return words[1].equals(NONE) && Arrays.stream(words).skip(2).allMatch(word -> address(word) == null);
    }

    private static boolean isHost(String word) {
        // Squid writes "unknown" in place of an address.
        return word.length() <= LONGEST && HOST.matcher(word).matches() && !word.equalsIgnoreCase("unknown");
    }

    /** Returns the first address of a list, without brackets and port; {@code null} if it is none. */
    private static @Nullable String address(String word) {
        int comma = word.indexOf(',');
        String first = (comma < 0 ? word : word.substring(0, comma)).toLowerCase(Locale.ROOT);
        if (first.length() > LONGEST) {
            return null;
        }
        if (first.startsWith("[")) {
            String host = PORT.matcher(first).replaceFirst("");
            boolean closed = host.endsWith("]") && isV6(host.substring(1, host.length() - 1));
            return closed ? unmapped(host.substring(1, host.length() - 1)) : null;
        }
        if (isV6(first)) {
            return unmapped(first);
        }
        String host = PORT.matcher(first).replaceFirst("");
        return V4.matcher(host).matches() ? host : null;
    }

    /** Returns the IPv4 address that a server with one socket for both protocols logs as an IPv6 one. */
    private static String unmapped(String address) {
        Matcher mapped = MAPPED.matcher(address);
        return mapped.matches() && mapped.group(1).equals("::ffff:") ? mapped.group(2) : address;
    }

    private static boolean isV6(String address) {
        int zone = address.indexOf('%');
        String text = zone < 0 || zone == address.length() - 1 ? address : address.substring(0, zone);
        Matcher mapped = MAPPED.matcher(text);
        if (mapped.matches() && V4.matcher(mapped.group(2)).matches()) {
            text = mapped.group(1) + "0:0";
        }
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text) == 8;
        }
        int left = groups(text.substring(0, gap));
        int right = groups(text.substring(gap + 2));
        return left >= 0 && right >= 0 && left + right < 8;
    }

    /** Returns the number of groups between colons; -1 if the text is something else. */
    private static int groups(String text) {
        if (text.isEmpty()) {
            return 0;
        }
        return GROUPS.matcher(text).matches() ? text.split(":", -1).length : -1;
    }
}
