package io.github.stormlock.insight.read;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Threads that wait for each other's locks. None of them goes on before one of their waits ends by its time-out.
 * Immutable.
 *
 * @param sides the threads; each waits for the lock that the next one holds, and the last one for that of the first
 */
public record Deadlock(List<Side> sides) {
    /**
     * One of the threads.
     *
     * @param factory the factory's part of its tokens
     * @param words who it is, fit to be shown
     * @param thread the name of the thread
     * @param threadId the number of the thread
     * @param holds the lock that it holds
     * @param waitsFor the lock that it waits for
     * @param waited for how many milliseconds it has waited
     */
    public record Side(
            @JsonIgnore String factory,
            String words,
            String thread,
            long threadId,
            String holds,
            String waitsFor,
            @JsonProperty("waitedMillis") long waited) {
        /** {@return what makes the side the same at another look} */
        String identity() {
            return factory + ' ' + threadId + ' ' + waitsFor;
        }
    }

    /**
     * {@return true if a lock is one of those that the threads hold or wait for}
     *
     * @param entry the name of the lock
     */
    public boolean touches(String entry) {
        return sides.stream()
                .anyMatch(side -> side.holds().equals(entry) || side.waitsFor().equals(entry));
    }

    /** {@return the deadlock in one line that is fit to be shown} */
    public String words() {
        return sides.stream()
                .map(side -> side.words() + ", thread " + Shown.text(side.thread(), 60) + " holds "
                        + Shown.text(side.holds()) + " and waits for " + Shown.text(side.waitsFor()) + " since "
                        + Shown.millis(side.waited()))
                .collect(Collectors.joining("; "));
    }

    String identity() {
        return sides.stream().map(Side::identity).sorted().collect(Collectors.joining("\n"));
    }
}
