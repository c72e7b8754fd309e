import { addressToPath } from '@causeway/contract/storage/object-path.ts';
import { useParams } from '@tanstack/react-router';

/**
 * /explore/{path} and /edit/{path} hold names that are not ours: a table or key may contain spaces,
 * %, +, #, ?, quotes and empty parts (`a//b`). A router that cleans or decodes such a path loses it,
 * so for matching the whole of it becomes one harmless segment, and the address bar never sees that.
 */
export const objectPathRewrite = {
  input: ({ url }: { url: URL }) => {
    const [, area, path] = /^\/(explore|edit)\/(.+)$/s.exec(url.pathname) ?? [];
    if (path && !(area === 'explore' && path === 'import')) url.pathname = `/${area}/${hide(path)}`;
    return url;
  },
  output: ({ url }: { url: URL }) => {
    const [, area, hidden] = /^\/(explore|edit)\/(~.*)$/.exec(url.pathname) ?? [];
    if (hidden) url.pathname = `/${area}/${reveal(hidden)}`;
    return url;
  },
};

/** The parts of an /explore or /edit path as they are really named; none at the root. */
export function useObjectPath(): string[] {
  const { _splat } = useParams({ strict: false });
  return _splat ? addressToPath(reveal(_splat)) : [];
}

function hide(path: string): string {
  return `~${encodeURIComponent(path).replaceAll('~', '%7E').replaceAll('%', '~')}`;
}

function reveal(hidden: string): string {
  return decodeURIComponent(hidden.slice(1).replaceAll('~', '%'));
}
