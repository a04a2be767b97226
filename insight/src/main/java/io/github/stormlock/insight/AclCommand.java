package io.github.stormlock.insight;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.insight.AclRights.Group;
import io.github.stormlock.insight.TextTable.Column;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** Prints the ACL of an operator who only looks. It asks no server. */
@Command(name = "acl", mixinStandardHelpOptions = true)
final class AclCommand implements Callable<Integer> {
    private static final String SET = "a report each second while top or serve look: workers report each five";

    private final Invocation invocation;

    AclCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        String watchKey = invocation.names().watch();
        if (invocation.json()) {
            invocation.say(json(watchKey));
            return Invocation.DONE;
        }
        invocation.say("# Redis 7 and later");
        invocation.say(AclRights.redis7(watchKey));
        invocation.say("# Redis 6");
        invocation.say(AclRights.redis6());
        invocation.say("");
        TextTable table = new TextTable(Column.left("without", 60), Column.left("this cannot be seen", 100));
        for (Group group : AclRights.GROUPS) {
            table.add(String.join(", ", group.rights()), group.without());
        }
        table.add("set on " + watchKey, SET);
        table.lines().forEach(invocation::say);
        return Invocation.DONE;
    }

    private ObjectNode json(String watchKey) {
        ObjectNode answer =
                JsonOutput.answer().put("redis7", AclRights.redis7(watchKey)).put("redis6", AclRights.redis6());
        answer.set(
                "rights",
                JsonOutput.tree(Stream.concat(AclRights.GROUPS.stream(), Stream.of(new Group(List.of("set"), SET)))
                        .toList()));
        return answer;
    }
}
