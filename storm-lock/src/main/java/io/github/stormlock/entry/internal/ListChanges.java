package io.github.stormlock.entry.internal;

import io.github.stormlock.entry.EntryCommand;
import java.util.ArrayList;
import java.util.List;

/** Finds the commands that turn one list into another, around a stretch that both share. */
public final class ListChanges {

    public static final int NO_BORDER = -1;

    private ListChanges() {}

    /**
     * Returns the commands that turn {@code read} into {@code now}, which is not empty. Of the stretches in which
     * {@code read[i]} equals {@code now[i + shift]}, the longest one stays.
     *
     * @param border an element of {@code read} that stays, since there are more beyond it; or {@link #NO_BORDER}
     */
    public static List<EntryCommand> of(List<Text> read, List<Text> now, int shift, int border) {
        int first = 0;
        int end = 0;
        int from = Math.max(0, -shift);
        int last = Math.min(read.size(), now.size() - shift);
        for (int i = from; i <= last; i++) {
            if (i == last || !read.get(i).equals(now.get(i + shift))) {
                boolean fits = border == NO_BORDER || (from <= border && border < i);
                if (fits && i - from > end - first) {
                    first = from;
                    end = i;
                }
                from = i + 1;
            }
        }
        return first == end
                ? replaced(read.size(), now)
                : extended(read.size(), now, first, end, first + shift, end + shift);
    }

    /** Returns the commands that add elements at an end, one after the other. */
    public static List<EntryCommand> added(List<Text> elements, boolean first) {
        List<EntryCommand> commands = new ArrayList<>(1);
        Commands.addPieces(commands, first ? "LPUSH" : "RPUSH", bytes(elements));
        return commands;
    }

    /**
     * Replaces all elements. The new ones are added before the old ones are removed: otherwise the entry would be gone
     * in between, and its time to live with it.
     */
    private static List<EntryCommand> replaced(int oldSize, List<Text> now) {
        List<EntryCommand> commands = new ArrayList<>();
        Commands.addPieces(commands, "RPUSH", bytes(now));
        if (oldSize > 0) {
            commands.add(trim(oldSize, -1));
        }
        return commands;
    }

    /** Removes the elements around the stretch that stays, and adds the new ones before and behind it. */
    private static List<EntryCommand> extended(int oldSize, List<Text> now, int first, int end, int before, int after) {
        List<EntryCommand> commands = new ArrayList<>();
        if (first > 0 || end < oldSize) {
            commands.add(trim(first, end - oldSize - 1));
        }
        List<byte[]> head = new ArrayList<>(before);
        for (int i = before - 1; i >= 0; i--) {
            head.add(now.get(i).bytes());
        }
        Commands.addPieces(commands, "LPUSH", head);
        Commands.addPieces(commands, "RPUSH", bytes(now.subList(after, now.size())));
        return commands;
    }

    private static EntryCommand trim(int first, int last) {
        return new EntryCommand(
                "LTRIM", List.of(Commands.ascii(Integer.toString(first)), Commands.ascii(Integer.toString(last))));
    }

    private static List<byte[]> bytes(List<Text> elements) {
        List<byte[]> bytes = new ArrayList<>(elements.size());
        for (Text element : elements) {
            bytes.add(element.bytes());
        }
        return bytes;
    }
}
