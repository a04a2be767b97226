package io.github.stormlock.redis;

import java.util.List;

/**
 * What servers tell about the connections of their clients. Immutable.
 *
 * @param lists the list of each node that answered, some perhaps twice
 * @param refused the commands that a server refused, each once: {@code CLIENT SETNAME} and {@code CLIENT LIST}
 */
public record ClientLists(List<String> lists, List<String> refused) {
    /** Keeps copies. */
    public ClientLists {
        lists = List.copyOf(lists);
        refused = List.copyOf(refused);
    }
}
