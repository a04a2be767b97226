package io.github.stormlock.torture.client.path;

/** Thrown by updates that are meant to throw. Nothing of such an update is written. */
final class UpdateThrewException extends RuntimeException {
    UpdateThrewException(String id) {
        super(id);
    }
}
