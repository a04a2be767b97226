package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.Secret;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** A PKCS12 or JKS file that a setting names. The content tells which of the two it is, not the name. */
@SuppressWarnings("ArrayRecordComponent") // Two of them are never compared.
record StoreFile(NamedFile file, String passwordSetting, char @Nullable [] password, KeyStore store) {
    private static final int PKCS12 = 0x30;
    private static final int JKS = 0xFE;

    /**
     * Reads a store.
     *
     * @param setting the setting that names it, such as {@code tls.truststore}
     * @param pemAdvice what to do with a PEM file
     * @throws IllegalArgumentException if it cannot be read, naming the setting and what mends it
     */
    static StoreFile read(Names names, String setting, String path, Secret secret, String pemAdvice) {
        NamedFile file = NamedFile.read(names, setting, path);
        String passwordSetting = setting + ".password";
        String text = Checks.reveal(names, passwordSetting, secret);
        char[] password = text.isEmpty() ? null : text.toCharArray();
        if (PemFile.isPem(file)) {
            throw file.refused("is a PEM file, not PKCS12 or JKS: " + pemAdvice.replace("FILE", path));
        }
        int first = file.content()[0] & 0xFF;
        if (first != PKCS12 && first != JKS) {
            throw file.refused("is neither PKCS12 nor JKS: keytool -list -keystore " + path + " tells what it is");
        }
        try {
            KeyStore store = KeyStore.getInstance(first == JKS ? "JKS" : "PKCS12");
            store.load(new ByteArrayInputStream(file.content()), password);
            return new StoreFile(file, passwordSetting, password, store);
        } catch (IOException | GeneralSecurityException e) {
            throw e.getCause() instanceof UnrecoverableKeyException
                    ? file.refused("has another password: see " + names.ofPassword(passwordSetting))
                    : file.refused("cannot be read: " + Failures.reason(e) + ": keytool -list -keystore " + path
                            + " has to show what is in it");
        }
    }

    /** Returns the refusal of a store with nothing in it that is of use. */
    IllegalArgumentException without(String what, String advice) {
        return file.refused("holds no " + what + (password == null ? " that can be read without a password" : "") + ": "
                + (password == null ? "see " + file.names().ofPassword(passwordSetting) + ", or " : "")
                + advice.replace("FILE", file.path()));
    }

    /** Returns this store, if all its keys can be used, and there is one at least. */
    StoreFile withKeys(String advice) {
        int keys = 0;
        try {
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)) {
                    Key key = store.getKey(alias, password);
                    boolean usable = key instanceof PrivateKey && store.getCertificateChain(alias) != null;
                    keys += usable ? 1 : 0;
                }
            }
        } catch (GeneralSecurityException e) {
            throw password == null
                    ? without("key", advice)
                    : file.refused("has a key with a password of its own: keytool -keypasswd -keystore " + file.path()
                            + " gives it that of the store");
        }
        if (keys == 0) {
            throw without("key with its certificate", advice);
        }
        return this;
    }
}
