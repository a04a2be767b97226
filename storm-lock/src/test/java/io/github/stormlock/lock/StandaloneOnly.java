package io.github.stormlock.lock;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A contract test that needs what only a single server has; it is reported as skipped in the other modes, with the reason. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface StandaloneOnly {
    /** What that is. */
    String value();
}
