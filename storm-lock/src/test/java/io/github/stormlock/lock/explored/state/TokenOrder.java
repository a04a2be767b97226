package io.github.stormlock.lock.explored.state;

import java.util.List;

/** Renumbers the tokens of one desk. Their order matters, and which of them are the same, but not the numbers. */
final class TokenOrder {
    private final int desk;
    // The tokens in use, as bits: a desk has few at a time.
    private long used;

    TokenOrder(int desk) {
        this.desk = desk;
    }

    void renumber(Draft draft) {
        collect(draft);
        if ((used & (used + 1)) == 0) {
            return;
        }
        Desk at = draft.desks.get(desk);
        draft.desks.set(desk, at.renumbered(rank(at.number()), rank(at.note()), rank(at.first())));
        draft.primary.replaceAll(this::renumbered);
        draft.replica.replaceAll(this::renumbered);
        draft.requests.replaceAll(request ->
                request.desk() != desk ? request : request.renumbered(rank(request.number()), rank(request.oldNote())));
        draft.answers.replaceAll(answer -> answer.desk() != desk
                ? answer
                : new Answer(desk, rank(answer.number()), answer.reply(), answer.value(), answer.seen()));
        draft.words.replaceAll(word -> word.desk() != desk ? word : new Word(desk, rank(word.number()), word.ofGift()));
    }

    private void collect(Draft draft) {
        Desk at = draft.desks.get(desk);
        use(at.number());
        use(at.note());
        use(at.first());
        collect(draft.primary);
        collect(draft.replica);
        for (Request request : draft.requests) {
            if (request.desk() == desk) {
                use(request.number());
                use(request.oldNote());
            }
        }
        for (Answer answer : draft.answers) {
            if (answer.desk() == desk) {
                use(answer.number());
            }
        }
        for (Word word : draft.words) {
            if (word.desk() == desk) {
                use(word.number());
            }
        }
    }

    private void collect(List<Stored> entries) {
        for (Stored entry : entries) {
            if (entry.lock() != null && entry.lock().desk() == desk) {
                use(entry.lock().number());
            }
            for (Note note : entry.notes()) {
                if (note.desk() == desk) {
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
        if (entry.lock() != null && entry.lock().desk() == desk) {
            result = result.lockedBy(
                    new Token(desk, rank(entry.lock().number()), entry.lock().isGift()));
        }
        if (entry.notes().stream().anyMatch(note -> note.desk() == desk)) {
            result = result.withNotes(result.notes().stream()
                    .map(note -> note.desk() != desk ? note : new Note(desk, rank(note.number()), note.isClaim()))
                    .toList());
        }
        return result;
    }
}
