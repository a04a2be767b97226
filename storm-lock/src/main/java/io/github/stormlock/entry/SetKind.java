package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Commands;
import io.github.stormlock.entry.internal.Overlay;
import io.github.stormlock.entry.internal.StateKind;
import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.internal.Weights;
import io.github.stormlock.entry.internal.Whole;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The kind of sets. An attempt compares all members. */
record SetKind() implements StateKind<Whole<Overlay<Boolean>>, SetEntry>, Whole.Type<Overlay<Boolean>> {

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
    public Whole<Overlay<Boolean>> opened(
            boolean exists, @Nullable Object answer, Set<String> fields, boolean forAttempt) {
        return new Whole<>(this, Overlay.of(members(answer)), /* seen= */ !forAttempt);
    }

    @Override
    public Whole<Overlay<Boolean>> state(SetEntry view) {
        return view.state();
    }

    @Override
    public SetEntry view(Whole<Overlay<Boolean>> state) {
        return new SetEntry(state);
    }

    @Override
    public List<EntryCommand> commands(Overlay<Boolean> content) {
        return content.changes("SADD", (arguments, member, in) -> arguments.add(Utf8.encode(member)), "SREM");
    }

    @Override
    public int bytes(Overlay<Boolean> content) {
        return Weights.ofNames(content.read().keySet());
    }

    // The number of members, and all of these: so there are no others. SMEMBERS cannot be compared, because a set
    // answers its members in any order.
    @Override
    public List<Expectation> expectations(Overlay<Boolean> content) {
        Set<String> read = content.read().keySet();
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
