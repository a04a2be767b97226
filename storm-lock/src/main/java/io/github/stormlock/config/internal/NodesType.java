package io.github.stormlock.config.internal;

import io.github.stormlock.redis.RedisConfig.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Server addresses: a list of texts, or one text with commas. */
public record NodesType() implements ValueType<List<Node>> {
    private static final int MOST = 1_000;
    private static final Pattern NODE = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+):([0-9]{1,5})");

    @Override
    public List<Node> read(Object raw) {
        List<Node> nodes = new ArrayList<>();
        for (Object element : elements(raw)) {
            nodes.add(node(element, nodes.size() + 1));
        }
        return inRange(List.copyOf(nodes));
    }

    @Override
    public List<Node> inRange(List<Node> value) {
        if (value.isEmpty() || value.size() > MOST) {
            throw new IllegalArgumentException("names " + value.size() + " servers");
        }
        return value;
    }

    @Override
    public String unit() {
        return "host:port";
    }

    @Override
    public String range() {
        return "1 to " + MOST + " servers";
    }

    @Override
    public String allowed() {
        return range() + ", as a list or as one text with commas, each as host:port with a port of 1 to 65535, an IPv6"
                + " address in brackets";
    }

    private static List<?> elements(Object raw) {
        if (raw instanceof String text) {
            return Arrays.asList(text.split(",", -1));
        }
        if (raw instanceof List<?> list) {
            return list;
        }
        throw ValueType.wrongKind(raw);
    }

    private static Node node(Object element, int place) {
        Matcher parts = NODE.matcher(element instanceof String text ? text.strip() : "");
        int port = parts.matches() ? Integer.parseInt(parts.group(2)) : 0;
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("has no host:port in place " + place);
        }
        return new Node(plainHost(parts.group(1)), port);
    }

    /** Returns a host without the brackets of an IPv6 address. */
    static String plainHost(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
