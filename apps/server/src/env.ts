import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { planId } from '@causeway/contract/plans.ts';
import { parseAllowList } from '#platform/egress/allow-list.ts';

/** Everything an operator can set. This file is the only reader of process.env. */
export type Env = z.infer<typeof environment> & {
  production: boolean;
  publicUrl: string;
  ownHosts: string[];
  secretKeys: string[];
  proxies: number;
  logLevel: string;
  webProcesses: number;
};

/** A wrong setting: its message is the one line the operator sees. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

const text = z.string().trim().min(1);
const port = z.coerce.number().int().min(0).max(65_535);
const url = (...protocols: string[]) =>
  text.refine(
    (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
    `must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  );

const environment = z.object({
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  DATA_DIR: text.default('./data').transform((directory) => resolve(directory)),
  PUBLIC_URL: url('http:', 'https:')
    .refine(
      (value) => !URL.canParse(value) || isOrigin(value),
      'must have no path: Causeway answers at the root of a host',
    )
    .optional(),
  /** Further hosts whose links are shown as ours: `host` or `host:port`, parted by commas. */
  OWN_HOSTS: z
    .string()
    .default('')
    .refine(
      (value) => hostsOf(value).every(isHost),
      'must name hosts, as in app.example.com, example.com:8443',
    ),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  SECRET_KEY: text.min(32, 'must have at least 32 characters').optional(),
  SECRET_KEY_PREVIOUS: text.min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: text.default('Causeway <causeway@localhost>'),
  SAMPLE_DATA: z.enum(['on', 'off']).default('on'),
  /** How much of the shop the sample has; with 0 its database and bucket stay empty. */
  SAMPLE_SCALE: z.coerce
    .number()
    .max(10)
    .refine((scale) => scale === 0 || scale >= 0.001, 'must be 0 or at least 0.001')
    .default(1),
  S3_DIR: text.transform((directory) => resolve(directory)).optional(),
  S3_PORT: port.default(0),
  /** How long the embedded object store keeps what objects were before. */
  S3_VERSION_DAYS: z.coerce.number().int().min(1).max(36_500).default(30),
  /** How much of the users' files is kept on the disk, so that queries over them are quick. */
  FILE_CACHE_MB: z.coerce.number().int().min(64).default(4_096),
  /** How long it is kept what rows were before they were written. */
  LEDGER_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
  /** How long runs of workflows stay in the history. */
  RUN_HISTORY_DAYS: z.coerce.number().int().min(7).max(36_500).default(365),
  EGRESS_ALLOW_DATA: z.string().default(''),
  EGRESS_ALLOW_HTTP: z.string().default(''),
  /** Who may open an account: everybody, who was invited, or besides them addresses of these domains. */
  REGISTRATION: z
    .string()
    .trim()
    .toLowerCase()
    .regex(
      /^(open|invited|[a-z0-9-]+(\.[a-z0-9-]+)+(\s*,\s*[a-z0-9-]+(\.[a-z0-9-]+)+)*)$/,
      "must be 'open', 'invited' or domains, as in example.com, example.org",
    )
    .default('open')
    .transform((value): 'open' | string[] =>
      value === 'open' ? 'open' : value === 'invited' ? [] : value.split(/\s*,\s*/),
    ),
  /** An outside provider to sign in with (OpenID Connect). */
  OIDC_ISSUER: url('http:', 'https:').optional(),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_NAME: text.max(60).default('Single sign-on'),
  /** Domains whose addresses the provider may vouch for: new accounts of them are verified at once. */
  OIDC_TRUSTED_DOMAINS: z.string().default(''),
  /** Whether its word that a second factor was asked for is taken instead of our own. */
  OIDC_TRUST_MFA: z.enum(['on', 'off']).default('off'),
  /** What staff may do while they act as somebody: most things, or look only. */
  IMPERSONATION: z.enum(['act', 'view']).default('act'),
  /** The script of a support provider, which then takes the place of our own threads. */
  SUPPORT_SCRIPT_URL: url('https:', 'http:').optional(),
  /** Where that script may connect to, load from and open frames: origins, with spaces between. */
  SUPPORT_HOSTS: z.string().default(''),
  /** The model of the assistant, for projects that bring none; without one the built-in answers. */
  AI_PROVIDER: z.enum(['openai-compatible', 'anthropic']).optional(),
  AI_BASE_URL: url('http:', 'https:').optional(),
  AI_API_KEY: text.optional(),
  AI_MODEL: text.max(200).optional(),
  /** Whether it runs where the data is: then it may be shown rows from the start. */
  AI_LOCAL: z.enum(['on', 'off']).default('off'),
  /** With a key of Stripe people pay in earnest; without one the built-in test provider plays it through. */
  STRIPE_SECRET_KEY: text.optional(),
  /** What its events are signed with; two, with a comma between, while one is being replaced. */
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_API_URL: url('http:', 'https:').optional(),
  /** What everybody has who books nothing: an installation for one's own company gives more. */
  DEFAULT_PLAN: planId.default('free'),
  /** How many credits staff may give one person within 30 days, as goodwill; 0: none. */
  STAFF_CREDITS: z.coerce.number().int().min(0).max(1_000_000).default(5_000),
  ROLE: z.enum(['web', 'worker', 'both']).default('both'),
  /** Where a worker, which answers nobody else, tells how it is. */
  HEALTH_PORT: port.optional(),
  /** How many processes answer on the port, beside one that works in the background. */
  WEB_PROCESSES: z.coerce.number().int().min(1).max(64).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(60).default(300_000),
  /** How many proxies stand in front, each of which tells where a request came from; on is one. */
  TRUST_PROXY: z
    .string()
    .regex(/^(on|off|[1-9])$/, "must be 'on', 'off' or the number of proxies in front")
    .default('off'),
  /** Who brings it may read /metrics from anywhere; without one, only this machine may. */
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
});

export const settingNames: readonly string[] = Object.keys(environment.shape);

/** Keys that stand in examples and tutorials: never good enough to protect anything. */
const sampleKeys = /change[-_ ]?me|secret|example|password|0123456789|^(.)\1+$/i;

export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw new SettingError(firstProblem(parsed.error, given));
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  checkSecretKey(env.SECRET_KEY, production);
  checkAllowList('EGRESS_ALLOW_DATA', env.EGRESS_ALLOW_DATA);
  checkAllowList('EGRESS_ALLOW_HTTP', env.EGRESS_ALLOW_HTTP);
  checkProvider(env, production);
  checkSupport(env);
  checkModel(env);
  checkStripe(env);
  return {
    ...env,
    production,
    // At a desk only trouble is worth a line, so that the way in stays on the screen.
    logLevel: env.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    webProcesses:
      env.ROLE === 'worker' ? 1 : (env.WEB_PROCESSES ?? processesFor(availableParallelism())),
    ownHosts: hostsOf(env.OWN_HOSTS),
    publicUrl: (env.PUBLIC_URL ?? `http://${bracketed(env.HOST)}:${env.PORT}`).replace(/\/+$/, ''),
    proxies: env.TRUST_PROXY === 'off' ? 0 : Number(env.TRUST_PROXY) || 1,
    secretKeys: [env.SECRET_KEY, env.SECRET_KEY_PREVIOUS].filter((key) => key !== undefined),
  };
}

/** A small machine is best used by one; a larger one keeps two cores for the database and the background. */
export function processesFor(cores: number): number {
  return cores < 4 ? 1 : Math.min(cores - 2, 8);
}

function firstProblem(error: z.ZodError, given: Record<string, string | undefined>): string {
  const issue = error.issues[0];
  const name = String(issue?.path[0]);
  const secret = /KEY|URL|TOKEN|SECRET/.test(name);
  const shown = secret ? '' : ` (got '${given[name]}')`;
  return `${name}: ${issue?.message}${shown}`;
}

function checkSecretKey(key: string | undefined, production: boolean): void {
  if (!production) return;
  if (!key) {
    throw new SettingError('SECRET_KEY: must be set in production (32 random characters or more)');
  }
  if (sampleKeys.test(key)) {
    throw new SettingError('SECRET_KEY: looks like a sample; use random characters');
  }
}

function checkProvider(
  { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client }: z.infer<typeof environment>,
  production: boolean,
): void {
  if (!issuer) return;
  if (!client) throw new SettingError('OIDC_CLIENT_ID: must be set together with OIDC_ISSUER');
  if (production && !issuer.startsWith('https:')) {
    throw new SettingError('OIDC_ISSUER: must start with https:// in production');
  }
}

function checkSupport({ SUPPORT_HOSTS: hosts }: z.infer<typeof environment>): void {
  for (const host of hosts.split(/\s+/).filter(Boolean)) {
    const isOrigin = URL.canParse(host) && new URL(host).origin === host;
    if (!isOrigin)
      throw new SettingError(`SUPPORT_HOSTS: '${host}' is no origin like https://host`);
  }
}

function checkModel(env: z.infer<typeof environment>): void {
  if (!env.AI_PROVIDER) return;
  if (!env.AI_MODEL) throw new SettingError('AI_MODEL: must be set together with AI_PROVIDER');
  if (env.AI_PROVIDER === 'openai-compatible' && !env.AI_BASE_URL) {
    throw new SettingError('AI_BASE_URL: must be set for an openai-compatible provider');
  }
  if (env.AI_PROVIDER === 'anthropic' && !env.AI_API_KEY) {
    throw new SettingError('AI_API_KEY: must be set for anthropic');
  }
}

function checkStripe(env: z.infer<typeof environment>): void {
  if (env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET) {
    throw new SettingError('STRIPE_WEBHOOK_SECRET: must be set together with STRIPE_SECRET_KEY');
  }
}

function checkAllowList(name: string, rules: string): void {
  try {
    parseAllowList(name, rules);
  } catch (error) {
    throw new SettingError((error as Error).message);
  }
}

function hostsOf(list: string): string[] {
  return list
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');
}

function isOrigin(value: string): boolean {
  const { pathname, search, hash, username } = new URL(value);
  return /^\/*$/.test(pathname) && `${search}${hash}${username}` === '';
}

/** A host and perhaps a port, and nothing else that an address can have. */
function isHost(text: string): boolean {
  const address = URL.parse(`http://${text}`);
  return address !== null && (address.host === text || `${address.host}:80` === text);
}

function bracketed(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
