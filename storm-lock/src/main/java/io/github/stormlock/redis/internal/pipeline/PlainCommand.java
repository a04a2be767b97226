package io.github.stormlock.redis.internal.pipeline;

import java.util.List;

/**
 * A command that is no script. The list is not copied.
 *
 * @param name the command's name, such as {@code CLIENT}
 */
record PlainCommand(String name, List<byte[]> arguments) {}
