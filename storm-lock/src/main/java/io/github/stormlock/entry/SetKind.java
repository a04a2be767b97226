package io.github.stormlock.entry;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sets. */
record SetKind() implements EntryKind<SetEntry> {

    private static final EntryCommand READ = new EntryCommand("SMEMBERS", List.of());

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
        return new SetEntry(Overlay.of(members(answer)));
    }

    @Override
    public List<EntryCommand> changes(SetEntry view) {
        return view.state().changes("SADD", (arguments, member, in) -> arguments.add(Utf8.encode(member)), "SREM");
    }

    @Override
    public SetEntry settled(SetEntry view) {
        return new SetEntry(view.state().copy(true));
    }

    @Override
    public SetEntry reopened(SetEntry view) {
        return new SetEntry(view.state().reopened());
    }

    @Override
    public boolean exists(SetEntry view) {
        return view.exists();
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
