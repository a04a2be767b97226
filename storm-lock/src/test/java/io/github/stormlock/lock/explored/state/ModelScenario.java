package io.github.stormlock.lock.explored.state;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The programs of all callers, the troubles that can come, and the rules that hold. A program is a text such as
 * {@code "0+a 0-&1tb"}. It adds at queue 0 with event a. Then it submits together a subtraction at queue 0 without an
 * event and a {@link Change#TAKE} at queue 1 with event b. A scenario is set up before it is explored, and not changed
 * afterwards.
 */
public final class ModelScenario {
    private final List<QueuePlace> workerQueues = new ArrayList<>();
    private final List<Update> updates = new ArrayList<>();
    private final List<Caller> callers = new ArrayList<>();
    private final List<Integer> troubles = new ArrayList<>(Collections.nCopies(ModelFault.values().length, 0));
    private final Set<Guard> broken = EnumSet.noneOf(Guard.class);
    private int attempts = 2;
    private int firstValue = 1;
    private int memory = firstValue;
    private boolean wishes;
    private boolean stranger;
    private boolean deadlineAlways;
    private boolean judgesStrays;

    public ModelScenario workerQueue(int worker, int entry) {
        workerQueues.add(new QueuePlace(worker, entry));
        return this;
    }

    /** Adds a caller that waits for each submission before the next. */
    public ModelScenario caller(String program) {
        return callers(true, program);
    }

    /** Adds an executor, which submits without waiting. */
    public ModelScenario executor(String program) {
        return callers(false, program);
    }

    private ModelScenario callers(boolean waits, String program) {
        List<List<Integer>> submissions = new ArrayList<>();
        for (String submission : program.split(" ")) {
            List<Integer> together = new ArrayList<>();
            for (String update : submission.split("&")) {
                together.add(updates.size());
                int event = update.length() > 2 ? update.charAt(2) - 'a' : Update.NO_EVENT;
                updates.add(new Update(callers.size(), update.charAt(0) - '0', event, Change.of(update.charAt(1))));
            }
            submissions.add(List.copyOf(together));
        }
        callers.add(new Caller(waits, List.copyOf(submissions)));
        return this;
    }

    public ModelScenario may(ModelFault trouble, int times) {
        troubles.set(trouble.ordinal(), times);
        return this;
    }

    /** Has an update take the lock after so many misses; 0 takes it at once. */
    public ModelScenario attempts(int most) {
        attempts = most;
        return this;
    }

    public ModelScenario firstValue(int value) {
        firstValue = value;
        memory = value;
        return this;
    }

    /** Has all workers remember this of all entries, right or wrong. Without it they remember the first value. */
    public ModelScenario memory(int value) {
        memory = value;
        return this;
    }

    /** Has an attempt that meets a lock leave a wish and try again, instead of claiming the lock at once. */
    public ModelScenario wishes() {
        wishes = true;
        return this;
    }

    /** Adds a foreign client, which takes the lock once, by SET NX, and wakes nobody. */
    public ModelScenario stranger() {
        stranger = true;
        return this;
    }

    /** Gives attempts with event ids a deadline too. */
    public ModelScenario deadlineAlways() {
        deadlineAlways = true;
        return this;
    }

    /** Has the order judged also of copies that come after their caller was told that the outcome is unknown. */
    public ModelScenario judgesStrays() {
        judgesStrays = true;
        return this;
    }

    public ModelScenario without(Guard guard) {
        broken.add(guard);
        return this;
    }

    public boolean holds(Guard guard) {
        return !broken.contains(guard);
    }

    public Update update(int number) {
        return updates.get(number);
    }

    public int updates() {
        return updates.size();
    }

    public List<QueuePlace> workerQueues() {
        return workerQueues;
    }

    public List<Caller> callers() {
        return callers;
    }

    public int worker(int workerQueue) {
        return workerQueues.get(workerQueue).worker();
    }

    public int entry(int workerQueue) {
        return workerQueues.get(workerQueue).entry();
    }

    public int entryOfUpdate(int update) {
        return entry(update(update).workerQueue());
    }

    public int entries() {
        return workerQueues.stream().mapToInt(QueuePlace::entry).max().orElse(0) + 1;
    }

    public boolean may(ModelFault trouble) {
        return troubles.get(trouble.ordinal()) > 0;
    }

    public List<Integer> troubles() {
        return troubles;
    }

    public int attempts() {
        return attempts;
    }

    public int firstValue() {
        return firstValue;
    }

    public int memory() {
        return memory;
    }

    public boolean hasWishes() {
        return wishes;
    }

    public boolean hasStranger() {
        return stranger;
    }

    public boolean mayStray(int update) {
        return !judgesStrays && !hasDeadline(update);
    }

    public boolean hasDeadline(int update) {
        return deadlineAlways || !update(update).hasEvent();
    }
}
