package io.github.stormlock;

import io.github.stormlock.entry.StringEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.Said;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Makes random calls as users do. Each update adds a letter of its own to an entry, and what was told of each letter is
 * kept. Capital letters are events, which come several times. Used by one thread at a time.
 */
final class RandomCallers {
    private static final Duration PATIENT = Duration.ofSeconds(10);
    private static final Duration AN_HOUR = Duration.ofHours(1);
    private static final long[] COMPUTING_MICROS = {0, 0, 0, 500, 3_000, 30_000, 60_000};
    private static final int STRANGER_COMES = 3;
    private static final long STRANGER_NANOS = 7_000_000;
    private static final int[] WAITS_MILLIS = {0, 0, 2, 20};

    private final TurnTicker turns;
    private final Random random;
    private final Map<Character, Said> said = new TreeMap<>();
    private final Map<String, StringBuilder> orders = new TreeMap<>();
    private char next = 'a';

    RandomCallers(TurnTicker turns, Random random) {
        this.turns = turns;
        this.random = random;
    }

    /** Makes one random call. */
    void call(GuardedEntry<StringEntry> plain) {
        GuardedEntry<StringEntry> guard = random.nextInt(4) == 0 ? plain.exclusive() : plain;
        switch (random.nextInt(7)) {
            case 0, 1 -> updates(guard);
            case 2 -> throwsUp(guard);
            case 3 -> triesAtOnce(guard);
            case 4 -> event(guard);
            default -> batch(guard);
        }
    }

    private void updates(GuardedEntry<StringEntry> guard) {
        char letter = letter();
        boolean patient = random.nextBoolean();
        try {
            guard.withWait(patient ? PATIENT : someWait()).change(view -> add(view, letter));
            told(letter, Said.DONE);
        } catch (Throwable t) {
            told(letter, of(t, patient));
        }
    }

    private void throwsUp(GuardedEntry<StringEntry> guard) {
        char letter = letter();
        try {
            guard.change(view -> {
                add(view, letter);
                throw new ArithmeticException("on purpose");
            });
            told(letter, Said.NONSENSE);
        } catch (Throwable t) {
            told(letter, of(t, true));
        }
    }

    private void triesAtOnce(GuardedEntry<StringEntry> guard) {
        char letter = letter();
        try {
            boolean done = isDoneAtOnce(guard, letter, someWait());
            told(letter, done ? Said.DONE : Said.NOT_DONE);
        } catch (Throwable t) {
            told(letter, of(t, false));
        }
    }

    private boolean isDoneAtOnce(GuardedEntry<StringEntry> guard, char letter, Duration wait) {
        return guard.tryOnce(EventId.none(), view -> add(view, letter), wait).isPresent();
    }

    /** Makes one update after all others have returned, and demands that it finds the entry free. */
    void findsTheEntryFree(GuardedEntry<StringEntry> guard) {
        char letter = letter();
        if (!isDoneAtOnce(guard, letter, Duration.ZERO)) {
            throw turns.failure("all have returned, and the entry is not free", null);
        }
        told(letter, Said.DONE);
    }

    private void event(GuardedEntry<StringEntry> guard) {
        char letter = event(/* elsewhere= */ false);
        try {
            Outcome<StringEntry> outcome = guard.once(named(letter), view -> add(view, letter));
            if (!outcome.entry().get("").contains(String.valueOf(letter))) {
                throw turns.failure("shown an entry without " + letter, null);
            }
            told(letter, Said.of(outcome));
        } catch (LockException | InternalError e) {
            told(letter, of(e, true));
        } catch (IllegalStateException e) {
            told(letter, Said.NOT_DONE);
        }
    }

    private static EventId named(char letter) {
        return Character.isUpperCase(letter) ? EventId.opaque("event " + letter) : EventId.none();
    }

    /**
     * Runs a batch of updates with random views and entries, events among them, and now and then one that throws. Those of
     * busy entries are left: threads of the factory would make them, which know nothing of the turns here.
     */
    private void batch(GuardedEntry<StringEntry> guard) {
        UpdateBatch<StringEntry> batch = UpdateBatch.of(guard);
        List<Character> letters = new ArrayList<>();
        int size = 2 + random.nextInt(3);
        for (int i = 0; i < size; i++) {
            boolean elsewhere = random.nextInt(3) == 0;
            char letter = random.nextInt(4) == 0 ? event(elsewhere) : letter(elsewhere);
            boolean throwing = Character.isLowerCase(letter) && random.nextInt(6) == 0;
            letters.add(letter);
            GuardedEntry<StringEntry> entry = elsewhere ? guard.at(ModelServer.SECOND) : guard;
            batch.add(random.nextBoolean() ? entry : entry.expiringAfter(AN_HOUR), named(letter), view -> {
                add(view, letter);
                if (throwing) {
                    throw new ArithmeticException("on purpose");
                }
            });
        }
        try {
            List<UpdateBatch.Result<StringEntry>> results = batch.tryRun();
            for (int i = 0; i < size; i++) {
                told(letters.get(i), of(results.get(i)));
            }
        } catch (Throwable t) {
            letters.forEach(letter -> told(letter, of(t, true)));
        }
    }

    private void add(StringEntry view, char letter) {
        turns.compute(1_000 * COMPUTING_MICROS[random.nextInt(COMPUTING_MICROS.length)]);
        view.set(view.get("") + letter);
    }

    private Duration someWait() {
        return Duration.ofMillis(WAITS_MILLIS[random.nextInt(WAITS_MILLIS.length)]);
    }

    private char letter() {
        return letter(/* elsewhere= */ false);
    }

    /** @param elsewhere true if the letter is for the second entry */
    private char letter(boolean elsewhere) {
        char letter = next++;
        orders.computeIfAbsent(
                        Thread.currentThread().getName() + (elsewhere ? ", elsewhere" : ""),
                        name -> new StringBuilder())
                .append(letter);
        return letter;
    }

    private char event(boolean elsewhere) {
        return (char) ((elsewhere ? 'C' : 'A') + random.nextInt(2));
    }

    private Said of(UpdateBatch.Result<?> result) {
        if (result.failure() != null) {
            return of(result.failure(), /* patient= */ false);
        } else if (result.outcome() == null) {
            return Said.NOT_DONE;
        }
        return Said.of(result.outcome());
    }

    /** @param patient true if the caller waits longer than all others take together */
    private static Said of(Throwable thrown, boolean patient) {
        if (thrown instanceof InternalError) {
            // A listener has thrown it, and it hides the outcome.
            return Said.UNKNOWN;
        } else if (thrown instanceof ArithmeticException || thrown instanceof IllegalStateException) {
            return Said.NOT_DONE;
        }
        // Nobody holds a lock for as long as a lease lasts or a patient caller waits.
        boolean unfounded = thrown instanceof LeaseLostException || (patient && thrown instanceof LockTimeoutException);
        return unfounded ? Said.NONSENSE : Said.of(thrown);
    }

    /**
     * Acts as a program that does not know this library: it takes the lock if it is free, and wakes nobody when it
     * leaves.
     */
    void comesAsAStranger(ModelStore store) {
        for (int i = 0; i < STRANGER_COMES; i++) {
            turns.compute(STRANGER_NANOS);
            if (store.strangerComes()) {
                turns.compute(STRANGER_NANOS);
                store.strangerLeaves();
            }
        }
    }

    private void told(char letter, Said what) {
        turns.note(Thread.currentThread().getName(), "was told of " + letter + ": " + what);
        Said before = said.get(letter);
        if (before == Said.DONE && what == Said.DONE) {
            throw turns.failure("twice said to be written: " + letter, null);
        }
        boolean stays = before != null && before != Said.NOT_DONE && (before != Said.UNKNOWN || what == Said.NOT_DONE);
        said.put(letter, stays && what != Said.NONSENSE ? before : what);
    }

    /**
     * Compares what was told with what is written, once all callers have returned.
     *
     * @param entry the letters in both entries
     */
    void check(String entry) {
        said.forEach((letter, what) -> {
            long written = entry.chars().filter(each -> each == letter).count();
            if (!what.goesWith(written)) {
                throw turns.failure("said of " + letter + ": " + what + ", and the entry is " + entry, null);
            }
        });
        orders.forEach((name, order) -> {
            List<Integer> found = entry.chars()
                    .filter(letter -> order.indexOf(Character.toString(letter)) >= 0)
                    .boxed()
                    .toList();
            if (!found.equals(found.stream().sorted().toList())) {
                throw turns.failure("submitted in the order " + order + ", and the entry is " + entry, null);
            }
        });
    }
}
