package io.github.stormlock.torture.client;

/** What an update throws that is to throw: nothing of it is written. */
final class UpdateThrewException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UpdateThrewException(String id) {
        super(id);
    }
}
