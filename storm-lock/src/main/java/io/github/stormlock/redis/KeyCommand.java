package io.github.stormlock.redis;

import java.util.List;

/**
 * A plain command on one key. The list is not copied.
 *
 * @param name the command's name, such as {@code GET}
 * @param arguments the key and then the other arguments
 * @hidden
 */
public record KeyCommand(String name, List<byte[]> arguments) {}
