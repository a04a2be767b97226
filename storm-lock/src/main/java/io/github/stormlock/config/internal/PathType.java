package io.github.stormlock.config.internal;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A file on the workers' machines. Nothing checks here that it exists, because only the workers can. */
public record PathType() implements ValueType<Path> {

    @Override
    public Path read(Object raw) {
        if (!(raw instanceof String text)) {
            throw ValueType.wrongKind(raw);
        }
        try {
            return Path.of(text.strip());
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("is no path", e);
        }
    }

    @Override
    public Path inRange(Path value) {
        return value;
    }

    @Override
    public String unit() {
        return "file";
    }

    @Override
    public String range() {
        return "a path on the workers' machines";
    }
}
