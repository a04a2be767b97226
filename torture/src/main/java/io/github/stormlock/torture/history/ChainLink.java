package io.github.stormlock.torture.history;

/** One update in an entry: its id, and the id of the update before it, as this update read it. */
public record ChainLink(String id, String before) {
    /** The id that stands for the update before the first. */
    public static final String NOBODY = "-";

    static ChainLink parse(String text) {
        int blank = text.indexOf(' ');
        return blank < 0 ? new ChainLink(text, "") : new ChainLink(text.substring(0, blank), text.substring(blank + 1));
    }

    public static String text(String id, String before) {
        return id + ' ' + before;
    }

    public static String idOf(String text) {
        return parse(text).id();
    }
}
