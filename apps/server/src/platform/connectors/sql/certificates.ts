import net from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { CheckNote } from '@causeway/contract/connectors/checks.ts';
import type { Credentials } from './wire.ts';

/**
 * As libpq has it: with a certificate of who signs, `require` wants one signed by them, whatever name
 * it is for, as `verify-ca` always does; `verify-full` wants the name as well.
 */
export function tlsOptions({ config, clientKey }: Credentials): ConnectionOptions {
  const { host, tls, ca, clientCertificate } = config;
  const isSignedOnly = tls === 'verify-ca' || (tls === 'require' && Boolean(ca));
  return {
    // An address is no name to be greeted by; the certificate may still be for it.
    ...(net.isIP(host) === 0 ? { servername: host } : { host }),
    rejectUnauthorized: tls === 'verify-full' || isSignedOnly,
    ...(ca && { ca }),
    ...(isSignedOnly && { checkServerIdentity: () => undefined }),
    ...(clientCertificate && clientKey && { cert: clientCertificate, key: clientKey }),
  };
}

const notes: [RegExp, CheckNote['code']][] = [
  [
    /^(SELF_SIGNED_CERT|DEPTH_ZERO_SELF|UNABLE_TO_|CERT_SIGNATURE|INVALID_CA)/,
    'certificate-unknown',
  ],
  [/^ERR_TLS_CERT_ALTNAME/, 'certificate-name'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)/, 'certificate-expired'],
  [
    /^ERR_SSL_.*ALERT_(CERTIFICATE|BAD_CERTIFICATE|UNKNOWN_CA|UNSUPPORTED_CERT)/,
    'certificate-refused',
  ],
  [/^ERR_OSSL_/, 'certificate-unreadable'],
];

/** What is wrong with a certificate, told by the runtime's code; nothing else is one. */
export function certificateProblem(error: unknown): CheckNote | undefined {
  const { code = '' } = error as { code?: unknown };
  const found = notes.find(([pattern]) => pattern.test(String(code)));
  return found && { code: found[1] };
}
