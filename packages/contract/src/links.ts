import { PRODUCT_NAME } from './product.ts';
import { hasAmbiguousCharacters, leavesOrigin } from './safe-path.ts';

/**
 * Hosts whose addresses are ours, with their subdomains. An entry without a port means the usual port
 * of http and https; any other port has to be named, as in `localhost:3000`.
 */
export const defaultOwnHosts: readonly string[] = [
  'causeway.test',
  'app.causeway.test',
  'dev.causeway.test',
  'localhost',
];

export type ParsedLink = {
  projectId: string | null;
  connectorId: string | null;
  /** The pathname as it stands in the address, absent for the root page. */
  path?: string;
  /** The host name; null when the text is no address at all. */
  domain: string | null;
  isValid: boolean;
};

export type LinkIcon =
  | 'database'
  | 'box'
  | 'code'
  | 'robot'
  | 'tools'
  | 'folderOpen'
  | 'edit'
  | 'link'
  | 'warning';

export type LinkKind = { title: string; description: string; icon: LinkIcon };

/** What a link shows, by the first segment of its path. */
export const linkKinds = {
  '/explore': {
    title: 'Explore Data',
    description: 'Browse and explore your data tables',
    icon: 'database',
  },
  '/dashboards': {
    title: 'Dashboard',
    description: 'View your data visualizations and analytics',
    icon: 'box',
  },
  '/sql': { title: 'SQL Editor', description: 'Write and execute SQL queries', icon: 'code' },
  '/automations': {
    title: 'Automation',
    description: 'Manage your automated workflows',
    icon: 'robot',
  },
  '/settings': {
    title: 'Settings',
    description: 'Configure your workspace settings',
    icon: 'tools',
  },
  '/community': {
    title: 'Community',
    description: 'Browse and share snippets',
    icon: 'folderOpen',
  },
  '/edit': { title: 'Editor', description: 'Edit a row or a file', icon: 'edit' },
  other: {
    title: `${PRODUCT_NAME} Resource`,
    description: 'Access your workspace',
    icon: 'link',
  },
  invalid: {
    title: 'Invalid Link',
    description: 'This link appears to be invalid or not a product resource.',
    icon: 'warning',
  },
} as const satisfies Record<string, LinkKind>;

export type LinkKindName = keyof typeof linkKinds;

/**
 * Reads a link. It is valid when it is ours and carries both ids. The text `null`, which the address of
 * a project without connectors carries, counts as carried. Relative links belong to the first own host.
 */
export function parseLink(text: string, ownHosts = defaultOwnHosts): ParsedLink {
  const url = findAddress(text, ownHosts);
  const projectId = url?.searchParams.get('projectId') || null;
  const connectorId = url?.searchParams.get('connectorId') || null;
  const isOwn = url !== undefined && isOwnAddress(text, url, ownHosts);
  return {
    projectId,
    connectorId,
    ...(url && url.pathname !== '/' && { path: url.pathname }),
    domain: url?.hostname ?? null,
    isValid: isOwn && projectId !== null && connectorId !== null,
  };
}

/** The row of the link table. A prefix is a whole segment: /explore and /explore/x, not /explorer. */
export function linkKindOf(link: ParsedLink): LinkKindName {
  if (!link.isValid) return 'invalid';
  const prefix = `/${link.path?.split('/')[1] ?? ''}`;
  return Object.hasOwn(linkKinds, prefix) ? (prefix as LinkKindName) : 'other';
}

/** Where a link of ours leads inside the product; undefined when it is not ours. */
export function findOwnPath(text: string, ownHosts = defaultOwnHosts): string | undefined {
  const url = findAddress(text, ownHosts);
  if (!url || !isOwnAddress(text, url, ownHosts)) return undefined;
  return url.pathname + url.search + url.hash;
}

/** A relative path (exactly one slash in front) or an absolute http address; nothing else is a link. */
function findAddress(text: string, ownHosts: readonly string[]): URL | undefined {
  const isRelative = text.startsWith('/') && !text.startsWith('//');
  if (!isRelative && !/^https?:\/\//i.test(text)) return undefined;
  return URL.parse(text, `http://${ownHosts[0]}`) ?? undefined;
}

function isOwnAddress(text: string, url: URL, ownHosts: readonly string[]): boolean {
  if (hasAmbiguousCharacters(text) || leavesOrigin(url.pathname)) return false;
  if (url.username !== '' || url.password !== '' || authorityOf(text).includes('@')) return false;
  return ownHosts.some((host) => isHostWithin(url, host));
}

function isHostWithin(url: URL, ownHost: string): boolean {
  const own = URL.parse(`${url.protocol}//${ownHost}`);
  if (!own || own.port !== url.port) return false;
  return url.hostname === own.hostname || url.hostname.endsWith(`.${own.hostname}`);
}

/** `https://@host` has an empty user, which the URL parser no longer shows. */
function authorityOf(text: string): string {
  return /^https?:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
}
