package io.github.stormlock.entry;

import java.util.List;

/**
 * The content of an attempt: what the update saw, which must still stand, and what it changes. The server writes the
 * changes only if all of that stands. Immutable as long as nobody changes the lists, which are not copied.
 *
 * <p>The blind changes are written before the commands. The commands may remove every field that stood, and the entry
 * would lose its time to live if it were empty in between.
 *
 * @param seen the expectations that must still hold; empty if the update saw nothing
 * @param blind the changes to what the update did not see; no command of {@code commands} names one of their fields
 * @param commands the other changes, in the order of {@link EntryState#changes}; a value that was set unseen is among
 *     them even if it may stand already
 * @hidden
 */
public record Attempted(List<Expectation> seen, List<BlindChange> blind, List<EntryCommand> commands) {}
