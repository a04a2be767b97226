package io.github.stormlock.test.internal.process;

import java.net.URISyntaxException;
import java.net.URL;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.storm.Config;

/**
 * Replaces the log configuration inside Storm's client jar, which writes a thousand lines for each cluster, by a quiet
 * one. Any other configuration, by file or by property, is the user's and stays; so does any other logging system.
 */
public final class QuietLogs {
    private static final String RESOURCE = "quiet-log4j2.xml";

    // Log4j holds the context weakly: before the first logger exists, a garbage collection would bring Storm's
    // configuration back.
    private static final AtomicReference<LoggerContext> KEPT = new AtomicReference<>();

    private QuietLogs() {}

    public static void install() {
        try {
            if (LogManager.getContext(false) instanceof LoggerContext context && isStorms(context)) {
                URL quiet = Objects.requireNonNull(QuietLogs.class.getResource(RESOURCE), RESOURCE);
                KEPT.set(context);
                Configurator.reconfigure(quiet.toURI());
            }
        } catch (URISyntaxException | LinkageError noLog4j) {
            // There is no Log4j here: the configuration of another logging system is the user's.
        }
    }

    private static boolean isStorms(LoggerContext context) {
        String active = context.getConfiguration().getConfigurationSource().getLocation();
        URL storms = Config.class.getProtectionDomain().getCodeSource().getLocation();
        return active != null && active.contains(storms.getPath());
    }
}
