import { startOidcProvider } from '../apps/server/src/testing/oidc-provider.ts';

// The outside provider of the journeys: it vouches for whatever address is typed.
const home = process.env.E2E_HOME ?? '';
await startOidcProvider({
  port: Number(process.env.E2E_PROVIDER_PORT),
  redirectUris: [`${home}/guest/oidc`, `${home}/account/oidc`],
  asks: true,
});
