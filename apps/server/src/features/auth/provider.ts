import * as oidc from 'openid-client';
import { Failure } from '@causeway/contract/errors.ts';
import type { Env } from '#env';
import { createEgress } from '#platform/egress/egress.ts';
import { createGuardedFetch } from '#platform/egress/http.ts';

/**
 * The outside provider the operator named. It is asked with code, PKCE, state and nonce, and its
 * library checks each of them and the issuer; that an answer is used by the tab that asked is up to
 * the flow (flows.ts).
 */
export type Provider = {
  name: string;
  /** Where to send the browser, and what the answer is to be held against. */
  start(options: {
    returnTo: ReturnPath;
    again?: true;
  }): Promise<{ address: string; asked: Asked }>;
  /** Who the provider says it is. */
  finish(search: string, asked: Asked): Promise<OutsidePerson>;
};

export type ReturnPath = '/guest/oidc' | '/account/oidc';
export type Asked = {
  state: string;
  nonce: string;
  verifier: string;
  returnTo: ReturnPath;
  again: boolean;
};
export type OutsidePerson = {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Only the boolean true counts: some providers write the word. */
  emailVerified: boolean;
  name: string | undefined;
  /** A second factor was asked for there. */
  withSecondFactor: boolean;
};

export function createProvider(env: Env): Provider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env;
  if (!issuer || !clientId) return undefined;
  const configuration = rememberUnlessFailed(() => discover(env, new URL(issuer), clientId));

  async function start({ returnTo, again = false }: { returnTo: ReturnPath; again?: boolean }) {
    const config = await configuration();
    const asked: Asked = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
      returnTo,
      again,
    };
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: env.publicUrl + returnTo,
      scope: 'openid email profile',
      state: asked.state,
      nonce: asked.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(asked.verifier),
      code_challenge_method: 'S256',
      ...(again && { prompt: 'login', max_age: '0' }),
    });
    return { address: address.href, asked };
  }

  async function finish(search: string, asked: Asked): Promise<OutsidePerson> {
    const config = await configuration();
    try {
      const tokens = await oidc.authorizationCodeGrant(
        config,
        new URL(`${env.publicUrl}${asked.returnTo}${search}`),
        {
          pkceCodeVerifier: asked.verifier,
          expectedState: asked.state,
          expectedNonce: asked.nonce,
          idTokenExpected: true,
          ...(asked.again && { maxAge: 60 }),
        },
      );
      return describe(config, tokens);
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw new Failure('E_PROVIDER_REFUSED');
    }
  }

  return { name: env.OIDC_NAME, start, finish };
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

/** Some providers tell the address only when they are asked for it. */
async function describe(config: oidc.Configuration, tokens: Tokens): Promise<OutsidePerson> {
  const claims = tokens.claims();
  if (!claims) throw new Failure('E_PROVIDER_REFUSED');
  const told: Record<string, unknown> =
    claims['email'] === undefined
      ? { ...claims, ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)) }
      : claims;
  const { email, name, email_verified: verified, amr } = told;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof email === 'string' ? email : undefined,
    emailVerified: verified === true,
    name: typeof name === 'string' ? name : undefined,
    withSecondFactor: Array.isArray(amr) && amr.includes('mfa'),
  };
}

/** The place the operator named is allowed; what it names in turn is guarded like any other. */
async function discover(env: Env, issuer: URL, clientId: string): Promise<oidc.Configuration> {
  const port = issuer.port || (issuer.protocol === 'https:' ? '443' : '80');
  const guarded = createGuardedFetch(
    createEgress({
      allowData: '',
      allowHttp: `${env.EGRESS_ALLOW_HTTP},${issuer.hostname}:${port}`,
      own: [{ address: env.HOST, port: env.PORT }],
      samples: [],
    }),
  );
  const isPlain = issuer.protocol === 'http:';
  try {
    return await oidc.discovery(issuer, clientId, env.OIDC_CLIENT_SECRET, undefined, {
      [oidc.customFetch]: guarded as unknown as oidc.CustomFetch,
      ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
      timeout: 10,
    });
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('E_UPSTREAM_UNREACHABLE', 'The sign-in provider does not answer.');
  }
}

function rememberUnlessFailed<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
