package io.github.stormlock.test;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A JUnit extension that gives tests a {@link LocalStorm}, as a parameter of test methods and constructors. All test
 * classes of the JVM share one. It is started for the first test that asks for it, and stopped after the last test.
 */
public final class LocalStormExtension implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == LocalStorm.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(
                        ExtensionContext.StoreScope.LAUNCHER_SESSION,
                        ExtensionContext.Namespace.create(LocalStormExtension.class))
                .getOrComputeIfAbsent(LocalStorm.class, key -> LocalStorm.start(), LocalStorm.class);
    }
}
