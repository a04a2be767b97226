package io.github.stormlock.insight;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Prints the ACL of an operator who only looks. */
@Command(
        name = "acl",
        description = "Prints the rights of a user who looks at locks and changes nothing.",
        mixinStandardHelpOptions = true)
final class AclCommand implements Callable<Integer> {
    private final Invocation invocation;

    AclCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        invocation.out().println("+get +pttl +type +exists");
        return Invocation.DONE;
    }
}
