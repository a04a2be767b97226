package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Extent;
import io.github.stormlock.entry.internal.NamedExtent;
import io.github.stormlock.entry.internal.Overlay;
import io.github.stormlock.entry.internal.Utf8;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kind of sets. An attempt compares all members, or all that are named.
 *
 * @param part the part that is read: all, or some members
 */
record SetKind(Part part) implements MembersKind<Boolean, SetEntry> {
    private static final EntryCommand READ_ALL = new EntryCommand("SMEMBERS", List.of());
    private static final byte[] PRESENT = Commands.ascii("1");
    private static final byte[] ABSENT = Commands.ascii("0");

    @Override
    public String redisType() {
        return "set";
    }

    @Override
    public String sizeCommand() {
        return "SCARD";
    }

    @Override
    public EntryKind<SetEntry> only(Part other) {
        if (other instanceof Part.Members || other.equals(Part.whole())) {
            return of(other);
        }
        throw Commands.refuse(other, redisType(), "members");
    }

    @Override
    public EntryKind<SetEntry> of(Part other) {
        return new SetKind(other);
    }

    @Override
    public EntryCommand read() {
        return part instanceof Part.Members members
                ? new EntryCommand("SMISMEMBER", Commands.encoded(Commands.inOrder(members.names())))
                : READ_ALL;
    }

    @Override
    public Map<String, Boolean> read(@Nullable Object answer) {
        List<?> answers = Commands.list(answer);
        if (part instanceof Part.Members members) {
            return Commands.named(
                    members.names(), answers, in -> Long.valueOf(1).equals(in) ? true : null);
        }
        Map<String, Boolean> read = new LinkedHashMap<>(answers.size() * 2);
        for (Object member : answers) {
            read.put(Utf8.decode(Commands.bytes(member)), true);
        }
        return read;
    }

    @Override
    public @Nullable Extent<Boolean> extent(Map<String, Boolean> read) {
        return part instanceof Part.Members members ? new NamedExtent<>(members) : null;
    }

    @Override
    public SetEntry view(Whole<Overlay<Boolean>> state) {
        return new SetEntry(state);
    }

    @Override
    public List<EntryCommand> commands(Overlay<Boolean> content) {
        return content.changes("SADD", (arguments, member, in) -> arguments.add(Utf8.encode(member)), "SREM");
    }

    // SMEMBERS cannot be compared, because a set answers its members in any order.
    @Override
    public void addExpected(List<Expectation> expected, Map<String, Boolean> read) {
        Collection<String> compared =
                part instanceof Part.Members members ? Commands.inOrder(members.names()) : read.keySet();
        List<byte @Nullable []> answers = new ArrayList<>(compared.size());
        for (String member : compared) {
            answers.add(read.containsKey(member) ? PRESENT : ABSENT);
        }
        Commands.expectPieces(expected, "SMISMEMBER", Commands.encoded(compared), answers);
    }
}
