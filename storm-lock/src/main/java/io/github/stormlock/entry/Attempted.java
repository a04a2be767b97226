package io.github.stormlock.entry;

import java.util.List;

/**
 * All that is sent to write an update without the lock: what it saw, which must still stand, and what it changes.
 * Immutable, if nobody changes the lists, which are not copied.
 *
 * <p>The blind changes are written before the commands: the commands may remove every field that stood.
 *
 * @param seen what must still stand; empty if the update looked at nothing
 * @param blind changes to what the update did not look at; no command of {@code commands} names one of their fields
 * @param commands what else is written, in this order, as {@link EntryKind#changes} has it; unlike there, a value that
 *     was set unseen is written even if it may stand already
 */
public record Attempted(List<Expectation> seen, List<BlindChange> blind, List<EntryCommand> commands) {

    static final Attempted NOTHING = new Attempted(List.of(), List.of(), List.of());
}
