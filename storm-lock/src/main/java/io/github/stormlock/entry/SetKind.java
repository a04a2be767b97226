package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Overlay;
import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.internal.Weights;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kind of sets. An attempt compares all members. */
record SetKind() implements EntryKind<SetEntry> {

    private static final EntryCommand READ = new EntryCommand("SMEMBERS", List.of());
    private static final byte[] PRESENT = Commands.ascii("1");

    @Override
    public String redisType() {
        return "set";
    }

    @Override
    public String sizeCommand() {
        return "SCARD";
    }

    @Override
    public EntryCommand read(Set<String> fields) {
        Commands.refuseFields(fields, redisType());
        return READ;
    }

    @Override
    public SetEntry open(boolean exists, @Nullable Object answer, Set<String> fields) {
        return new SetEntry(Overlay.of(members(answer)), /* seen= */ true);
    }

    @Override
    public SetEntry openForAttempt(boolean exists, @Nullable Object answer, Set<String> fields) {
        return new SetEntry(Overlay.of(members(answer)), /* seen= */ false);
    }

    @Override
    public Attempted attempted(SetEntry view, boolean shown) {
        if (shown) {
            view.see();
        }
        return view.isSeen() ? new Attempted(expectations(view), List.of(), changes(view)) : Attempted.NOTHING;
    }

    @Override
    public List<EntryCommand> changes(SetEntry view) {
        return view.state().changes("SADD", (arguments, member, in) -> arguments.add(Utf8.encode(member)), "SREM");
    }

    @Override
    public SetEntry settled(SetEntry view) {
        return new SetEntry(view.see().copy(true), /* seen= */ true);
    }

    @Override
    public SetEntry reopened(SetEntry view) {
        return new SetEntry(view.state().reopened(), view.isSeen());
    }

    @Override
    public @Nullable SetEntry remembered(SetEntry view) {
        return view.isSeen() ? new SetEntry(view.state().reopened(), /* seen= */ false) : null;
    }

    @Override
    public int weight(SetEntry remembered) {
        return Weights.ofNames(remembered.state().read().keySet());
    }

    @Override
    public boolean exists(SetEntry view) {
        return view.state().size() > 0;
    }

    // The number of members, and all of these: so there are no others. SMEMBERS cannot be compared, because a set
    // answers its members in any order.
    private static List<Expectation> expectations(SetEntry view) {
        Set<String> read = view.state().read().keySet();
        List<Expectation> expected = new ArrayList<>(2);
        expected.add(Commands.expectNumber("SCARD", read.size()));
        List<byte[]> members = new ArrayList<>(read.size());
        for (String member : read) {
            members.add(Utf8.encode(member));
        }
        Commands.expectPieces(expected, "SMISMEMBER", members, Collections.nCopies(read.size(), PRESENT));
        return expected;
    }

    private static Map<String, Boolean> members(@Nullable Object answer) {
        List<?> members = Commands.list(answer);
        Map<String, Boolean> read = new LinkedHashMap<>(members.size() * 2);
        for (Object member : members) {
            read.put(Utf8.decode(Commands.bytes(member)), true);
        }
        return read;
    }
}
