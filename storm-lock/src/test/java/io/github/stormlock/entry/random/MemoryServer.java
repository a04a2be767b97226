package io.github.stormlock.entry.random;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.stormlock.entry.EntryCommand;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A server in memory with one key and the few commands that the kinds use. Bytes are kept as Latin-1 strings. */
public final class MemoryServer implements Server {

    private final Map<String, String> map = new LinkedHashMap<>();
    private final List<String> list = new ArrayList<>();
    private String string;
    private long expiry = -1;

    @Override
    public Object call(String command, byte[]... arguments) {
        if (arguments.length > EntryCommand.MAX_ARGUMENTS) {
            throw new IllegalArgumentException("too many results to unpack");
        }
        List<String> args = new ArrayList<>();
        for (byte[] argument : arguments) {
            args.add(new String(argument, ISO_8859_1));
        }
        Object answer =
                switch (command) {
                    case "HGETALL", "HMGET", "ZMSCORE", "SMEMBERS", "SMISMEMBER", "ZRANGE", "LRANGE", "GET" ->
                        read(command, args);
                    case "HLEN", "SCARD", "ZCARD" -> (long) map.size();
                    case "LLEN" -> (long) list.size();
                    default -> write(command, args);
                };
        if (!present()) {
            expiry = -1;
        }
        return answer;
    }

    private Object read(String command, List<String> args) {
        return switch (command) {
            case "HMGET", "ZMSCORE" -> bytes(args.stream().map(map::get).toList());
            case "SMISMEMBER" ->
                args.stream().map(member -> map.containsKey(member) ? 1L : 0L).toList();
            case "SMEMBERS" -> bytes(map.keySet());
            case "LRANGE" -> bytes(range(list, Integer.parseInt(args.get(0)), Integer.parseInt(args.get(1))));
            case "ZRANGE" -> bytes(scores(args));
            case "GET" -> bytes(string);
            default -> {
                List<String> flat = new ArrayList<>();
                map.forEach((name, value) -> flat.addAll(List.of(name, value)));
                yield bytes(flat);
            }
        };
    }

    private static <E> List<E> range(List<E> elements, int first, int last) {
        int size = elements.size();
        int from = Math.max(0, first < 0 ? size + first : first);
        int to = Math.min(size, (last < 0 ? size + last : last) + 1);
        return from < to ? elements.subList(from, to) : List.of();
    }

    private List<String> scores(List<String> args) {
        List<String> members = new ArrayList<>(map.keySet());
        Comparator<String> order = Comparator.comparingDouble((String member) -> score(map.get(member)))
                .thenComparing(Comparator.naturalOrder());
        members.sort(args.contains("REV") ? order.reversed() : order);
        if (args.contains("BYSCORE")) {
            members.removeIf(member ->
                    score(map.get(member)) < score(args.get(0)) || score(map.get(member)) > score(args.get(1)));
            members = range(members, 0, Integer.parseInt(args.get(args.indexOf("LIMIT") + 2)) - 1);
        } else {
            members = range(members, Integer.parseInt(args.get(0)), Integer.parseInt(args.get(1)));
        }
        List<String> flat = new ArrayList<>();
        members.forEach(member -> flat.addAll(List.of(member, map.get(member))));
        return flat;
    }

    private static double score(String text) {
        return Double.parseDouble(text.replace("inf", "Infinity"));
    }

    private Object write(String command, List<String> args) {
        switch (command) {
            case "HSET", EntryCommand.KEEPING_HSET -> putPairs(args, 0);
            case "ZADD" -> putPairs(args, 1);
            case "SADD" -> args.forEach(member -> map.put(member, ""));
            case "HDEL", "SREM", "ZREM" -> args.forEach(map::remove);
            case "RPUSH" -> list.addAll(args);
            case "LPUSH" -> args.forEach(element -> list.add(0, element));
            case "LTRIM" -> trim(Integer.parseInt(args.get(0)), Integer.parseInt(args.get(1)));
            case "SET" -> set(args);
            case "DEL" -> delete();
            case "PEXPIRE" -> expiry = Long.parseLong(args.get(0));
            case "PTTL", "EXISTS" -> {}
            default -> throw new IllegalArgumentException("unknown command " + command);
        }
        return command.equals("PTTL") ? expiry : present() ? 1L : 0L;
    }

    private void putPairs(List<String> args, int name) {
        for (int i = 0; i < args.size(); i += 2) {
            map.put(args.get(i + name), args.get(i + 1 - name));
        }
    }

    private void trim(int first, int last) {
        List<String> kept = new ArrayList<>(list.subList(first, last < 0 ? list.size() + last + 1 : last + 1));
        list.clear();
        list.addAll(kept);
    }

    private void set(List<String> args) {
        string = args.get(0);
        if (!args.contains("KEEPTTL")) {
            expiry = -1;
        }
    }

    private void delete() {
        map.clear();
        list.clear();
        string = null;
    }

    private boolean present() {
        return !map.isEmpty() || !list.isEmpty() || string != null;
    }

    private static List<byte[]> bytes(Collection<String> strings) {
        List<byte[]> all = new ArrayList<>();
        strings.forEach(text -> all.add(bytes(text)));
        return all;
    }

    private static byte[] bytes(String text) {
        return text == null ? null : text.getBytes(ISO_8859_1);
    }
}
