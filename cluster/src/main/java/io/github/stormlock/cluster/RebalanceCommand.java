package io.github.stormlock.cluster;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Spreads a topology over another number of workers. */
@Command(name = "rebalance")
final class RebalanceCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "NAME")
    private String name = "";

    @Parameters(index = "1", paramLabel = "N")
    private int workers;

    @Override
    public Integer call() {
        Nimbus.rebalance(name, workers);
        System.out.println(name + " goes to " + workers + (workers == 1 ? " worker" : " workers"));
        return 0;
    }
}
