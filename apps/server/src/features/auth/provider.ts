import type { Env } from '#env';

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

/** It is asked what it can do by the first who comes; few have one. */
export function createProvider(env: Env): Provider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = env;
  if (!issuer || !clientId) return undefined;
  const open = rememberUnlessFailed(async () => {
    const { openProvider } = await import('./open-provider.ts');
    return openProvider(env, issuer, clientId);
  });
  return {
    name: env.OIDC_NAME,
    start: async (options) => (await open()).start(options),
    finish: async (search, asked) => (await open()).finish(search, asked),
  };
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
