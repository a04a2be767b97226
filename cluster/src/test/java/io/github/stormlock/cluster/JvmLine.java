package io.github.stormlock.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The arguments of a JVM that the storm command starts: system properties, class path, and the class with its arguments. */
record JvmLine(Map<String, String> properties, String classPath, List<String> main) {

    static JvmLine of(List<String> words) {
        Map<String, String> properties = new HashMap<>();
        String classPath = "";
        int i = 0;
        for (; i < words.size() && words.get(i).startsWith("-"); i++) {
            String word = words.get(i);
            if (word.equals("-cp")) {
                i++;
                classPath = words.get(i);
            } else if (word.startsWith("-D")) {
                int equals = word.indexOf('=');
                properties.put(word.substring("-D".length(), equals), word.substring(equals + 1));
            }
        }
        return new JvmLine(properties, classPath, words.subList(i, words.size()));
    }

    String options() {
        return property("storm.options");
    }

    private String property(String name) {
        return properties.getOrDefault(name, "");
    }

    /** Returns it as storm-command-lines.txt has it. */
    String shown() {
        StringBuilder shown = new StringBuilder();
        shown(shown, "options=", options());
        shown(shown, "conf=", property("storm.conf.file"));
        shown(shown, "jar=", property("storm.jar"));
        shown(shown, "jars=", property("storm.dependency.jars"));
        boolean daemons = classPath.contains("/lib/*");
        if (daemons && properties.containsKey("storm.jar")) {
            shown.append("daemons ");
        }
        return shown + main.stream().map(JvmLine::quoted).collect(Collectors.joining(" "));
    }

    private static void shown(StringBuilder shown, String name, String value) {
        if (!value.isEmpty()) {
            shown.append(name).append(value).append(' ');
        }
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word + "'";
    }
}
