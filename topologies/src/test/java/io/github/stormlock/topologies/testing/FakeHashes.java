package io.github.stormlock.topologies.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Hashes in memory, read and written by the commands that Redis would get. */
public final class FakeHashes {

    private final Map<String, Map<String, String>> hashes = new TreeMap<>();

    public void update(String key, EntryKind<HashEntry> kind, Consumer<HashEntry> change) {
        Map<String, String> hash = hashes.computeIfAbsent(key, absent -> new TreeMap<>());
        HashEntry view = kind.open(!hash.isEmpty(), read(hash, kind));
        change.accept(view);
        kind.changes(view).forEach(command -> write(hash, command));
        hashes.values().removeIf(Map::isEmpty);
    }

    public Map<String, String> get(String key) {
        return hashes.getOrDefault(key, Map.of());
    }

    public Set<String> keys() {
        return hashes.keySet();
    }

    private static List<byte[]> read(Map<String, String> hash, EntryKind<HashEntry> kind) {
        List<byte[]> answer = new ArrayList<>();
        if (kind.part().equals(Part.whole())) {
            hash.forEach((field, value) -> answer.addAll(List.of(field.getBytes(UTF_8), value.getBytes(UTF_8))));
            return answer;
        }
        for (byte[] field : kind.read().arguments()) {
            String value = hash.get(new String(field, UTF_8));
            answer.add(value == null ? null : value.getBytes(UTF_8));
        }
        return answer;
    }

    private static void write(Map<String, String> hash, EntryCommand command) {
        List<String> arguments = command.arguments().stream()
                .map(bytes -> new String(bytes, UTF_8))
                .toList();
        switch (command.name()) {
            case "HSET", EntryCommand.KEEPING_HSET -> {
                for (int i = 0; i < arguments.size(); i += 2) {
                    hash.put(arguments.get(i), arguments.get(i + 1));
                }
            }
            case "HDEL" -> arguments.forEach(hash::remove);
            default -> throw new AssertionError("unexpected command " + command.name());
        }
    }
}
