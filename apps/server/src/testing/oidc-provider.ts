import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';

const page = `<!doctype html><title>Example ID</title><form method="post">
  <label>Address <input name="email"></label><button>Sign in</button></form>`;

export type OutsideUser = { sub: string; email?: unknown; email_verified?: unknown; name?: string };

/** An OpenID provider of our own: whoever it is told to be signs in without a question, or is asked. */
export async function startOidcProvider(client: {
  redirectUris: string[];
  port?: number;
  /** Shows a page that asks for an address, and vouches for whatever is typed. */
  asks?: true;
}) {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(client.port ?? 0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const users = new Map<string, OutsideUser>();
  let current: OutsideUser = { sub: 'nobody' };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'causeway',
        client_secret: 'a secret of the provider',
        redirect_uris: client.redirectUris,
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key for cookies'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims: async () => ({ ...users.get(sub), sub }),
    }),
    loadExistingGrant: async (ctx) => {
      const { client: asking, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({
        clientId: asking?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  http.on('request', (request, response) => {
    if (client.asks && request.url?.startsWith('/interaction/') && request.method === 'GET') {
      response.setHeader('content-type', 'text/html').end(page);
    } else if (request.url?.startsWith('/interaction/')) {
      void signIn(request, response);
    } else {
      void answer(request, response);
    }
  });

  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const email = new URLSearchParams(await text(request)).get('email');
    if (email) current = { sub: email, email, email_verified: true };
    users.set(current.sub, current);
    const login = { accountId: current.sub };
    await provider.interactionFinished(request, response, { login });
  }

  return {
    issuer,
    /** Who signs in there from now on. */
    become: (user: OutsideUser) => void (current = user),
    stop: () => new Promise((resolve) => http.close(resolve)),
  };
}

/** A browser at the provider: follows it until it leads back, and says with what. */
export async function visitProvider(address: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = new URL(address);
  for (let hop = 0; hop < 10; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`The provider stays at ${at.href}: ${await response.text()}`);
    const next = new URL(location, at);
    if (next.origin !== new URL(address).origin) return next.search;
    at = next;
  }
  throw new Error('The provider leads around in a circle');
}
