package io.github.stormlock.insight.page.state;

import java.util.List;

/**
 * One lock in words.
 *
 * @param text what {@code locks explain} says of it
 * @param commands lines for a shell, to look closer or to act
 */
public record LockText(String text, List<String> commands) {}
