package io.github.stormlock.entry;

import java.util.List;

/**
 * What an update did to a view: what it saw, which numbers it changed unseen, and the commands that write the rest. The
 * lists are not copied.
 */
public record Attempted(List<Expectation> seen, List<BlindChange> blind, List<EntryCommand> commands) {}
