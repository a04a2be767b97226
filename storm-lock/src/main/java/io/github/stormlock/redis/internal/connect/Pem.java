package io.github.stormlock.redis.internal.connect;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of certificates or of a key as text (RFC 7468), which is how servers hand them out.
 *
 * @param setting the setting that names it, such as {@code tls.ca.cert.file}
 */
record Pem(String setting, String path, String text) {
    private static final String BEGIN = "-----BEGIN ";
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");
    private static final Pattern BLOCK =
            Pattern.compile(BEGIN + "([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");

    /** @throws IllegalArgumentException if there is nothing to read, naming the setting */
    static Pem read(String setting, String path) {
        try {
            return new Pem(setting, path, Files.readString(Path.of(path), StandardCharsets.ISO_8859_1));
        } catch (IOException | InvalidPathException e) {
            throw Tls.refused(setting, path, "is not a readable file", e);
        }
    }

    /**
     * Returns the certificates, beside which there may be a key.
     *
     * @throws IllegalArgumentException if a part of the file cannot be read: none is left out
     */
    List<Certificate> certificates() {
        List<Certificate> all = new ArrayList<>();
        List<MatchResult> blocks = BLOCK.matcher(text).results().toList();
        try {
            CertificateFactory certificates = CertificateFactory.getInstance("X.509");
            for (MatchResult block : blocks) {
                if (!block.group(1).endsWith("PRIVATE KEY")) {
                    all.add(certificates.generateCertificate(new ByteArrayInputStream(content(block))));
                }
            }
        } catch (CertificateException e) {
            throw refused("has a certificate that cannot be read, number " + (all.size() + 1) + ": copy it again", e);
        }
        int begun = text.split(BEGIN, -1).length - 1;
        if (all.isEmpty() || blocks.size() < begun) {
            throw refused(
                    "holds " + begun + " blocks that begin with -----BEGIN, " + blocks.size()
                            + " of them whole, and " + all.size()
                            + " certificates: name a PEM file of certificates; openssl x509 -inform der -in " + path
                            + " makes one of another form",
                    null);
        }
        return all;
    }

    /** Returns the key, which belongs to a certificate, beside which there may be certificates. */
    PrivateKey key(Certificate certificate) {
        List<MatchResult> keys = BLOCK.matcher(text)
                .results()
                .filter(block -> block.group(1).equals("PRIVATE KEY"))
                .toList();
        if (keys.size() != 1) {
            throw refused(
                    "does not hold one PRIVATE KEY (PKCS#8 without a password): openssl pkcs8 -topk8 -nocrypt -in "
                            + path + " -out " + path + ".pk8 makes one of another key",
                    null);
        }
        PublicKey lock = certificate.getPublicKey();
        GeneralSecurityException cause = null;
        try {
            PrivateKey key = KeyFactory.getInstance(lock.getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(content(keys.get(0))));
            if (fits(key, lock)) {
                return key;
            }
        } catch (GeneralSecurityException e) {
            // A key of another kind than the certificate's.
            cause = e;
        }
        throw refused(
                "is not the key of the first certificate in " + Checks.name("tls.cert.file")
                        + ": give its key, and put the client's certificate first",
                cause);
    }

    /** Returns true if what the one signs is of the other. The server would only say that a handshake failed. */
    private static boolean fits(PrivateKey key, PublicKey lock) throws GeneralSecurityException {
        String name = SIGNATURES.get(lock.getAlgorithm());
        if (name == null) {
            return true;
        }
        byte[] words = BEGIN.getBytes(StandardCharsets.US_ASCII);
        Signature signature = Signature.getInstance(name);
        signature.initSign(key);
        signature.update(words);
        byte[] signed = signature.sign();
        signature.initVerify(lock);
        signature.update(words);
        return signature.verify(signed);
    }

    private static byte[] content(MatchResult block) {
        return Base64.getMimeDecoder().decode(block.group(2));
    }

    private IllegalArgumentException refused(String problem, @Nullable Exception cause) {
        return Tls.refused(setting, path, problem, cause);
    }
}
