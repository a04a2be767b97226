package io.github.stormlock.bolt.internal;

import io.github.stormlock.entry.Codec;
import io.github.stormlock.entry.EntryCommand;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;

/** The writes of an update, field by field and member by member, so that two runs can be compared. Immutable. */
record WrittenFields(Map<String, String> written) {
    /** @param commands those that write the update, by the keys of the entries */
    static WrittenFields of(Map<String, List<EntryCommand>> commands) {
        Map<String, String> written = new LinkedHashMap<>();
        commands.forEach(
                (entry, some) -> some.forEach(command -> add(written, command, " of the entry '" + entry + "'")));
        return new WrittenFields(written);
    }

    private static void add(Map<String, String> written, EntryCommand command, String entry) {
        List<byte[]> arguments = command.arguments();
        switch (command.name()) {
            case "HSET", EntryCommand.KEEPING_HSET ->
                pairs(written, arguments, (field, value) -> "the field " + field + entry, true);
            case "ZADD" -> pairs(written, arguments, (score, member) -> "the score of " + member + entry, false);
            case "HDEL" -> each(written, arguments, "the field ", entry, "nothing");
            case "SADD" -> each(written, arguments, "the member ", entry, "there");
            case "SREM", "ZREM" -> each(written, arguments, "the member ", entry, "gone");
            case "SET" -> written.put("the value" + entry, quoted(arguments.get(0)));
            default ->
                written.merge(
                        "what " + command.name() + " writes" + entry,
                        arguments.stream().map(WrittenFields::quoted).toList().toString(),
                        String::concat);
        }
    }

    private static void pairs(
            Map<String, String> written, List<byte[]> arguments, BinaryOperator<String> place, boolean valueIsSecond) {
        for (int i = 0; i + 1 < arguments.size(); i += 2) {
            String first = quoted(arguments.get(i));
            String second = quoted(arguments.get(i + 1));
            written.put(place.apply(first, second), valueIsSecond ? second : first);
        }
    }

    private static void each(
            Map<String, String> written, List<byte[]> names, String what, String entry, String becomes) {
        names.forEach(name -> written.put(what + quoted(name) + entry, becomes));
    }

    private static String quoted(byte[] value) {
        return "'" + Codec.utf8().decode(value) + "'";
    }

    /** Returns the first field or member that another run writes in another way, and the two ways. */
    Optional<String> differentIn(WrittenFields other) {
        Set<String> places = new LinkedHashSet<>(written.keySet());
        places.addAll(other.written.keySet());
        return places.stream()
                .filter(place -> !one(place).equals(other.one(place)))
                .map(place -> place + " became " + one(place) + " in one run and " + other.one(place) + " in the other")
                .findFirst();
    }

    private String one(String place) {
        return written.getOrDefault(place, "what it was");
    }
}
