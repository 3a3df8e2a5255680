package braid;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A field of a model that is no part of any data race and orders nothing, whoever reads and writes
 * it: what a model keeps for itself, behind {@link Internal#enter}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Unraced {
}
