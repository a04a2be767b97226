package io.github.stormlock.insight.read;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The document of one worker. Everyone who may write our keys may have written it. Immutable, but for
 * the histograms, which nobody changes.
 *
 * @param factory the factory's part of its tokens
 * @param age how many milliseconds ago it was written, by the server's clock
 * @param every how often the worker writes, in milliseconds
 * @param seq the number of the document: a later one has a higher number
 * @param lib the version of the library
 * @param up for how many milliseconds the worker has run
 * @param who who the worker is
 * @param callers the names of callers, by their numbers
 * @param sums sums since the start of the worker, by their names
 * @param pool connections by their state: {@code active}, {@code idle}, {@code waiting}
 * @param times distributions of the last interval in microseconds, by their names in the document
 * @param span the length of the last interval in milliseconds
 * @param hot the busiest entries of the last interval
 * @param held leases that are older than a second, or waited for
 * @param waits threads that wait
 * @param open updates that are computed without a lock
 * @param cut how many rows of each table did not fit
 */
public record WorkerInfo(
        String factory,
        long age,
        long every,
        long seq,
        String lib,
        long up,
        Who who,
        List<String> callers,
        Map<String, Long> sums,
        Map<String, Long> pool,
        Map<String, Histogram> times,
        long span,
        List<HotRow> hot,
        List<HeldRow> held,
        List<WaitRow> waits,
        List<OpenRow> open,
        Map<String, Long> cut) {

    /** A report is on its way for so many milliseconds at most, unless the machine is busy. */
    private static final long ON_ITS_WAY = 300;

    private static final long BUSY = 1_000;

    /**
     * The identity of a worker.
     *
     * @param topology the name of the topology; empty where there is none
     * @param id Storm's id of the topology; empty where there is none
     * @param host the name of the machine
     * @param port the port of the Storm worker; 0 where there is none
     * @param pid the number of the process
     */
    public record Who(String topology, String id, String host, int port, long pid) {
        /** {@return host and port, such as {@code w3:6700}} */
        public String place() {
            return port == 0 ? host : host + ":" + port;
        }
    }

    /** {@return true if the next report is not due yet} */
    public boolean isFresh() {
        return age <= every + ON_ITS_WAY;
    }

    /** {@return true if the next report is so late that the worker must be stopped, or hindered} */
    public boolean isLate() {
        return age > every + every / 2 + BUSY;
    }

    /**
     * {@return the name of a caller, such as {@code pages/7}; empty if it has none}
     *
     * @param number its number
     */
    public Optional<String> caller(int number) {
        return number < 0 || number >= callers.size()
                ? Optional.empty()
                : Optional.of(callers.get(number)).filter(name -> !name.isEmpty());
    }

    /**
     * {@return the lease of a token}
     *
     * @param number the number of the token
     */
    public Optional<HeldRow> held(String number) {
        return held.stream().filter(row -> row.number().equals(number)).findFirst();
    }

    /**
     * {@return the waiting thread of a token}
     *
     * @param number the number of the token
     */
    public Optional<WaitRow> waiting(String number) {
        return waits.stream().filter(row -> row.number().equals(number)).findFirst();
    }

    /**
     * {@return one of the sums; 0 if the worker does not tell it}
     *
     * @param name its name, such as {@code updates}
     */
    public long sum(String name) {
        return sums.getOrDefault(name, 0L);
    }
}
