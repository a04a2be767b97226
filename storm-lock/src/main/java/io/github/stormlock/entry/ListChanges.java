package io.github.stormlock.entry;

import java.util.ArrayList;
import java.util.List;

/** The commands that make one list of another, around a stretch that both share. */
final class ListChanges {

    private ListChanges() {}

    /** Where {@code read[from, to)} stands at {@code now[at, at + to - from)}, and {@code now} is not empty. */
    static List<EntryCommand> of(List<Text> read, List<Text> now, int from, int to, int at) {
        int before = at;
        int first = from;
        while (first > 0 && before > 0 && now.get(before - 1).equals(read.get(first - 1))) {
            first--;
            before--;
        }
        int after = at + to - from;
        int end = to;
        while (end < read.size() && after < now.size() && now.get(after).equals(read.get(end))) {
            end++;
            after++;
        }
        return first == end ? replaced(read.size(), now) : extended(read.size(), now, first, end, before, after);
    }

    /** Nothing of the old stays: the new comes first, or the entry would be gone in between, its time to live too. */
    private static List<EntryCommand> replaced(int oldSize, List<Text> now) {
        List<EntryCommand> commands = new ArrayList<>();
        Commands.addPieces(commands, "RPUSH", bytes(now));
        if (oldSize > 0) {
            commands.add(trim(oldSize, -1));
        }
        return commands;
    }

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
