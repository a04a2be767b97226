package io.github.stormlock.redis;

import java.util.List;

/**
 * The connections of clients as servers list them, and what the user may not ask of the servers. Immutable.
 *
 * @param lists the list of each node that answered, some perhaps twice
 * @param mayList false if a server does not permit the list ({@code CLIENT LIST})
 * @param mayName false if a server does not permit that connections have names ({@code CLIENT SETNAME})
 * @hidden
 */
public record ClientLists(List<String> lists, boolean mayList, boolean mayName) {
    /** Keeps a copy. */
    public ClientLists {
        lists = List.copyOf(lists);
    }
}
