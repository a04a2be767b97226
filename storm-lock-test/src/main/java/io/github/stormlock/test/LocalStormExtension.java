package io.github.stormlock.test;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a {@link LocalStorm}, as a parameter of test methods and constructors: one for all test classes of the JVM, started for the
 * first that asks, stopped when the tests have ended.
 */
public final class LocalStormExtension implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == LocalStorm.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(LocalStormExtension.class))
                .getOrComputeIfAbsent(LocalStorm.class, key -> LocalStorm.start(), LocalStorm.class);
    }
}
