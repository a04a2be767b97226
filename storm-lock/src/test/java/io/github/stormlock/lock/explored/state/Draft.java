package io.github.stormlock.lock.explored.state;

import java.util.ArrayList;
import java.util.List;

/** A state that one step is changing. */
public final class Draft {
    private static final int LOWEST_VALUE = -8;

    public final ModelScenario scenario;
    public final List<Stored> primary;
    public final List<Stored> replica;
    public final List<Request> requests;
    public final List<Answer> answers;
    public final List<Word> words;
    public final List<WorkerQueue> workerQueues;
    public final List<Integer> positions;
    public final List<Integer> troubles;
    public final List<Told> told;
    public final List<Integer> since;
    public State.Stranger stranger;
    public int doubted;
    public int fenced;
    public int cut;
    public int cutMarks;

    public Draft(ModelScenario scenario, State state) {
        this.scenario = scenario;
        primary = new ArrayList<>(state.primary());
        replica = new ArrayList<>(state.replica());
        requests = new ArrayList<>(state.requests());
        answers = new ArrayList<>(state.answers());
        words = new ArrayList<>(state.words());
        workerQueues = new ArrayList<>(state.workerQueues());
        positions = new ArrayList<>(state.positions());
        troubles = new ArrayList<>(state.troubles());
        stranger = state.stranger();
        State.Story story = state.story();
        told = new ArrayList<>(story.told());
        since = new ArrayList<>(story.since());
        doubted = story.doubted();
        fenced = story.fenced();
        cut = story.cut();
        cutMarks = story.cutMarks();
    }

    public Draft copy() {
        return new Draft(scenario, state());
    }

    /** Returns the state with its tokens renumbered, so that a queue that asks for ever has finitely many states. */
    public State finished() {
        if (!scenario.may(ModelFault.FAIL_OVER)) {
            replica.clear();
        }
        for (int workerQueue = 0; workerQueue < workerQueues.size(); workerQueue++) {
            new TokenOrder(workerQueue).renumber(this);
        }
        requests.sort(Request.ORDER);
        answers.sort(Answer.ORDER);
        words.sort((a, b) ->
                a.workerQueue() != b.workerQueue() ? a.workerQueue() - b.workerQueue() : a.number() - b.number());
        return state();
    }

    private State state() {
        return new State(
                List.copyOf(primary),
                List.copyOf(replica),
                List.copyOf(requests),
                List.copyOf(answers),
                List.copyOf(words),
                List.copyOf(workerQueues),
                List.copyOf(positions),
                List.copyOf(troubles),
                stranger,
                new State.Story(List.copyOf(told), List.copyOf(since), doubted, fenced, cut, cutMarks));
    }

    public void store(int entry, Stored stored) {
        primary.set(entry, stored);
    }

    /** Adds the value of an entry to those that open updates may be judged by. */
    public void noteValue(int entry) {
        int bit = bitOf(primary.get(entry).value());
        for (int update = 0; update < told.size(); update++) {
            if (told.get(update) == Told.OPEN
                    && scenario.entryOfUpdate(update) == entry
                    && scenario.update(update).change().judges()) {
                since.set(update, since.get(update) | bit);
            }
        }
    }

    public static int bitOf(int value) {
        if (value < LOWEST_VALUE || value >= LOWEST_VALUE + Integer.SIZE) {
            throw new IllegalStateException("a model counts from -8 to 23, not " + value);
        }
        return 1 << (value - LOWEST_VALUE);
    }

    public boolean mayStill(ModelFault trouble) {
        return troubles.get(trouble.ordinal()) > 0;
    }

    public void spend(ModelFault trouble) {
        troubles.set(trouble.ordinal(), troubles.get(trouble.ordinal()) - 1);
    }

    /** Returns true if nothing went wrong so far. Giving up is not wrong, nor is trying again. */
    public boolean isUntroubled() {
        List<Integer> left = new ArrayList<>(troubles);
        for (ModelFault fine : List.of(ModelFault.GIVE_UP, ModelFault.AGAIN)) {
            left.set(fine.ordinal(), scenario.troubles().get(fine.ordinal()));
        }
        return left.equals(scenario.troubles());
    }

    public static int bits(List<Integer> numbers) {
        int bits = 0;
        for (int number : numbers) {
            bits |= 1 << number;
        }
        return bits;
    }
}
