package io.github.stormlock.redis;

import java.util.List;

/** A command on one key, which is the first of its arguments. The list is not copied. */
public record KeyCommand(String name, List<byte[]> arguments) {}
