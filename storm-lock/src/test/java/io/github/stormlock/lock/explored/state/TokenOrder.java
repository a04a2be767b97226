package io.github.stormlock.lock.explored.state;

import java.util.List;

/** Renumbers the tokens of one queue. Their order matters, and which of them are the same, but not the numbers. */
final class TokenOrder {
    private final int workerQueue;
    // The tokens in use, as bits: a queue has few at a time.
    private long used;

    TokenOrder(int workerQueue) {
        this.workerQueue = workerQueue;
    }

    void renumber(Draft draft) {
        collect(draft);
        if ((used & (used + 1)) == 0) {
            return;
        }
        WorkerQueue at = draft.workerQueues.get(workerQueue);
        draft.workerQueues.set(workerQueue, at.renumbered(rank(at.number()), rank(at.note()), rank(at.first())));
        draft.primary.replaceAll(this::renumbered);
        draft.replica.replaceAll(this::renumbered);
        draft.requests.replaceAll(request -> request.workerQueue() != workerQueue
                ? request
                : request.renumbered(rank(request.number()), rank(request.oldNote())));
        draft.answers.replaceAll(answer -> answer.workerQueue() != workerQueue
                ? answer
                : new Answer(workerQueue, rank(answer.number()), answer.reply(), answer.value(), answer.seen()));
        draft.words.replaceAll(
                word -> word.workerQueue() != workerQueue ? word : new Word(workerQueue, rank(word.number())));
    }

    private void collect(Draft draft) {
        WorkerQueue at = draft.workerQueues.get(workerQueue);
        use(at.number());
        use(at.note());
        use(at.first());
        collect(draft.primary);
        collect(draft.replica);
        for (Request request : draft.requests) {
            if (request.workerQueue() == workerQueue) {
                use(request.number());
                use(request.oldNote());
            }
        }
        for (Answer answer : draft.answers) {
            if (answer.workerQueue() == workerQueue) {
                use(answer.number());
            }
        }
        for (Word word : draft.words) {
            if (word.workerQueue() == workerQueue) {
                use(word.number());
            }
        }
    }

    private void collect(List<Stored> entries) {
        for (Stored entry : entries) {
            if (entry.lock() != null && entry.lock().workerQueue() == workerQueue) {
                use(entry.lock().number());
            }
            for (Note note : entry.notes()) {
                if (note.workerQueue() == workerQueue) {
                    use(note.number());
                }
            }
        }
    }

    private void use(int number) {
        if (number >= 0) {
            used |= 1L << number;
        }
    }

    private int rank(int number) {
        return number < 0 ? number : Long.bitCount(used & ((1L << number) - 1));
    }

    private Stored renumbered(Stored entry) {
        Stored result = entry;
        if (entry.lock() != null && entry.lock().workerQueue() == workerQueue) {
            result = result.lockedBy(new Token(
                    workerQueue, rank(entry.lock().number()), entry.lock().isGift()));
        }
        if (entry.notes().stream().anyMatch(note -> note.workerQueue() == workerQueue)) {
            result = result.withNotes(result.notes().stream()
                    .map(note -> note.workerQueue() != workerQueue ? note : new Note(workerQueue, rank(note.number())))
                    .toList());
        }
        return result;
    }
}
