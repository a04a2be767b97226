package io.github.stormlock.redis;

import java.util.List;

/** A script with the keys and arguments of one run. The lists are not copied: the caller leaves them alone. */
public record ScriptCall(Script script, List<byte[]> keys, List<byte[]> args) {}
