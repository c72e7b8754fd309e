import * as oidc from 'openid-client';
import { Failure } from '@causeway/contract/errors.ts';
import type { Env } from '#env';
import { createEgress } from '#platform/egress/egress.ts';
import { createGuardedFetch } from '#platform/egress/http.ts';
import type { Asked, OutsidePerson, Provider, ReturnPath } from './provider.ts';

/** One that says what it can do. */
export async function openProvider(
  env: Env,
  issuer: string,
  clientId: string,
): Promise<Pick<Provider, 'start' | 'finish'>> {
  const config = await discover(env, new URL(issuer), clientId);

  async function start({ returnTo, again = false }: { returnTo: ReturnPath; again?: boolean }) {
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

  return { start, finish };
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
