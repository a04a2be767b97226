package io.github.stormlock.lock.explored.state;

import java.util.List;

/**
 * One state of the whole: the server with its replica, what is under way, the workers, the callers, and the memory of
 * the checks.
 *
 * @param positions the number of submissions that each caller has made
 * @param troubles the number of times that each trouble may still happen
 */
public record State(
        List<Stored> primary,
        List<Stored> replica,
        List<Request> requests,
        List<Answer> answers,
        List<Word> words,
        List<WorkerQueue> workerQueues,
        List<Integer> positions,
        List<Integer> troubles,
        Stranger stranger,
        Story story) {

    /** The next step of the foreign client. */
    public record Stranger(Step step, int read) {
        public enum Step {
            LOCKS,
            WRITES,
            UNLOCKS,
            GONE
        }
    }

    /**
     * The memory of the checks.
     *
     * @param told the knowledge of the caller of each update
     * @param since the values that an entry had since an update was submitted, as bits from -8 on
     * @param doubted the updates of which an unanswered copy may be under way
     * @param fenced the updates of unknown outcome whose entry was looked at since
     * @param cut the updates that a fail-over has lost
     * @param cutMarks the events that a fail-over has lost
     */
    public record Story(List<Told> told, List<Integer> since, int doubted, int fenced, int cut, int cutMarks) {}
}
