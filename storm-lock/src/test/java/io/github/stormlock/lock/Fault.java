package io.github.stormlock.lock;

import io.github.stormlock.test.FaultProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * An error reply of a server, in the place of a true one.
 *
 * @param isRun true if the request is run all the same
 */
record Fault(String error, boolean isRun) {
    private static final List<String> ERRORS = List.of(
            "BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.",
            "NOPERM this user has no permissions to run the command",
            "OOM command not allowed when used memory > 'maxmemory'.",
            "READONLY You can't write against a read only replica.",
            "LOADING Redis is loading the dataset in memory",
            "TRYAGAIN Multiple keys request during rehashing of slot",
            "CLUSTERDOWN The cluster is down");

    /** The beginning of an error that a server gives only to a request that it has not begun. */
    private static final String BEFORE_ONLY = "TRYAGAIN";

    /** Returns each error before the request is run, and each that can also come after it. */
    static List<Fault> all() {
        List<Fault> all = new ArrayList<>();
        for (String error : ERRORS) {
            all.add(new Fault(error, false));
            if (!error.startsWith(BEFORE_ONLY)) {
                all.add(new Fault(error, true));
            }
        }
        return all;
    }

    void strike(FaultProxy proxy, Predicate<byte[]> request) {
        if (isRun) {
            proxy.replaceReplyWhen(request, 1, error);
        } else {
            proxy.refuseRequestWhen(request, 1, error);
        }
    }

    @Override
    public String toString() {
        return error.replaceFirst(" .*", "") + (isRun ? " after" : " instead of");
    }
}
