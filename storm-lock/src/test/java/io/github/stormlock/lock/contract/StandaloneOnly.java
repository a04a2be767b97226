package io.github.stormlock.lock.contract;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A contract test that needs what only a single server has. In the other modes it is reported as skipped, with the
 * reason.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface StandaloneOnly {
    /** The reason, which the report of the skipped test names. */
    String value();
}
