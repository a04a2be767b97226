package io.github.stormlock.cluster;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Ends a topology. */
@Command(name = "kill")
final class KillCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME")
    private String name = "";

    @Override
    public Integer call() {
        Nimbus.kill(name);
        System.out.println(name + " is being ended");
        return 0;
    }
}
