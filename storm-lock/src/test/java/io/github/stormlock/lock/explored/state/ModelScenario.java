package io.github.stormlock.lock.explored.state;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The programs of all callers, the troubles that can come, and the rules that hold. It is made of a text such as
 * {@code "2 workers | 0+a 0-&1tb | >1+ | attempts=1 ANSWER_LOST=2"}: its parts are the workers, which have a queue for
 * each entry, the programs of callers, and words.
 *
 * <p>The first program adds at queue 0 with event a. Then it submits together a subtraction at queue 0 without an event
 * and a {@link Change#TAKE} at queue 1 with event b. It submits without waiting, as an executor does. A caller whose
 * program begins with {@code >} waits for each submission before the next.
 *
 * <p>The words are {@link ModelFault troubles}, with a number if they may come more than once, and
 * <ul>
 *   <li>{@code attempts=n}: an update takes the lock after so many misses; 0 takes it at once;
 *   <li>{@code first=n}: the first value of all entries, which all workers remember;
 *   <li>{@code memory=n}: all workers remember this of all entries, right or wrong;
 *   <li>{@code stranger}: a foreign client takes the lock once, by SET NX, and wakes nobody;
 *   <li>{@code deadline}: attempts with event ids have a deadline too;
 *   <li>{@code strays}: the order is judged also of copies that come after their caller was told that the outcome is
 *       unknown;
 *   <li>{@code without=GUARD}: a rule does not hold.
 * </ul>
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
    private boolean stranger;
    private boolean deadlineAlways;
    private boolean judgesStrays;

    private ModelScenario() {}

    public static ModelScenario of(String text) {
        ModelScenario scenario = new ModelScenario();
        for (String part : text.split(" \\| ")) {
            if (part.contains(" worker")) {
                scenario.workers(part.charAt(0) - '0', part.endsWith("2 entries") ? 2 : 1);
            } else if (part.startsWith(">") || Character.isDigit(part.charAt(0))) {
                scenario.caller(part);
            } else {
                List.of(part.split(" ")).forEach(scenario::word);
            }
        }
        return scenario;
    }

    private void workers(int workers, int entries) {
        for (int worker = 0; worker < workers; worker++) {
            for (int entry = 0; entry < entries; entry++) {
                workerQueues.add(new QueuePlace(worker, entry));
            }
        }
    }

    private void caller(String program) {
        List<List<Integer>> submissions = new ArrayList<>();
        for (String submission : program.replace(">", "").split(" ")) {
            List<Integer> together = new ArrayList<>();
            for (String update : submission.split("&")) {
                together.add(updates.size());
                int event = update.length() > 2 ? update.charAt(2) - 'a' : Update.NO_EVENT;
                updates.add(new Update(callers.size(), update.charAt(0) - '0', event, Change.of(update.charAt(1))));
            }
            submissions.add(List.copyOf(together));
        }
        callers.add(new Caller(program.startsWith(">"), List.copyOf(submissions)));
    }

    private void word(String word) {
        String[] named = (word + "=1").split("=");
        switch (named[0]) {
            case "attempts" -> attempts = Integer.parseInt(named[1]);
            case "first" -> memory = firstValue = Integer.parseInt(named[1]);
            case "memory" -> memory = Integer.parseInt(named[1]);
            case "stranger" -> stranger = true;
            case "deadline" -> deadlineAlways = true;
            case "strays" -> judgesStrays = true;
            case "without" -> broken.add(Guard.valueOf(named[1]));
            default -> troubles.set(ModelFault.valueOf(named[0]).ordinal(), Integer.parseInt(named[1]));
        }
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
