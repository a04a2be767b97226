package io.github.stormlock.topologies.sample;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.storm.shade.org.yaml.snakeyaml.LoaderOptions;
import org.apache.storm.shade.org.yaml.snakeyaml.Yaml;
import org.apache.storm.shade.org.yaml.snakeyaml.constructor.SafeConstructor;
import org.apache.storm.shade.org.yaml.snakeyaml.error.YAMLException;

/** Reads YAML files of configuration keys; the keys may stand under a key {@code config}, as in files for Flux. */
public final class ConfFile {

    private ConfFile() {}

    /**
     * Returns the keys of a file with their values; none, if it is empty.
     *
     * @throws IllegalArgumentException if it cannot be read or is no map of keys to values
     */
    public static Map<String, Object> read(Path file) {
        try (Reader reader = Files.newBufferedReader(file)) {
            Object read = yaml().load(reader);
            return read == null ? Map.of() : keys(file, read);
        } catch (IOException e) {
            throw new IllegalArgumentException("the configuration file " + file + " cannot be read: " + e, e);
        } catch (YAMLException e) {
            throw new IllegalArgumentException("the configuration file " + file + " is no YAML: " + e.getMessage(), e);
        }
    }

    private static Yaml yaml() {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return new Yaml(new SafeConstructor(options));
    }

    private static Map<String, Object> keys(Path file, Object read) {
        if (!(read instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException(
                    "the configuration file " + file + " holds no keys, but " + Excerpt.of(String.valueOf(read)));
        }
        if (map.size() == 1 && map.get("config") instanceof Map<?, ?> wrapped) {
            return keys(file, wrapped);
        }
        Map<String, Object> conf = new java.util.HashMap<>();
        map.forEach((key, value) -> conf.put(String.valueOf(key), value));
        return conf;
    }
}
