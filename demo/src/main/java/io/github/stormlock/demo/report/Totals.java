package io.github.stormlock.demo.report;

import java.util.SortedMap;

/**
 * The totals of the whole log, as the entries have them.
 *
 * @param lines the lines of the log, malformed ones included
 * @param hits well-formed lines
 * @param malformed lines that are no log lines
 * @param bytes the bytes sent
 * @param largest the largest response, in bytes
 * @param visitors distinct client addresses
 * @param paths distinct request targets
 * @param sessions the sessions of all visitors
 * @param errors hits with a status of 400 or more
 * @param hours the hours in which there was a hit
 * @param status hits by status code
 * @param method hits by request method
 */
public record Totals(
        long lines,
        long hits,
        long malformed,
        long bytes,
        long largest,
        long visitors,
        long paths,
        long sessions,
        long errors,
        long hours,
        SortedMap<String, Long> status,
        SortedMap<String, Long> method) {}
