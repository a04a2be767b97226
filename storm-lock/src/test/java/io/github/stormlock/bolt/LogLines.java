package io.github.stormlock.bolt;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;

/** Keeps the warnings that loggers of one name and below it write, until it is closed. */
final class LogLines implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final String logger;
    private final LoggerContext context = (LoggerContext) LogManager.getContext(false);

    private LogLines(String logger) {
        this.logger = logger;
    }

    static LogLines of(String logger) {
        LogLines log = new LogLines(logger);
        AbstractAppender appender = new AbstractAppender("lines", null, null, true, Property.EMPTY_ARRAY) {
            @Override
            public void append(LogEvent event) {
                log.lines.add(event.getMessage().getFormattedMessage() + " " + event.getThrown());
            }
        };
        appender.start();
        LoggerConfig config = new LoggerConfig(logger, Level.WARN, /* additive= */ false);
        config.addAppender(appender, Level.WARN, null);
        log.context.getConfiguration().addLogger(logger, config);
        log.context.updateLoggers();
        return log;
    }

    List<String> lines() {
        return lines;
    }

    @Override
    public void close() {
        context.getConfiguration().removeLogger(logger);
        context.updateLoggers();
    }
}
