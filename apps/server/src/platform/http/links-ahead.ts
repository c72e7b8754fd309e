import { readFile } from 'node:fs/promises';

type Page = { path: string; kind: string; files: string[]; texts: Record<string, string[]> };
type Ahead = { pages: Page[]; texts: Record<string, string[]> };
type Visitor = { isSignedIn: boolean; language: string | undefined };

/**
 * Tells a browser with the page itself which files the page of its address will load, as the build
 * wrote it down: it fetches them while the entry is still on its way. Whoever is not signed in will
 * see the login.
 */
export async function readLinksAhead(
  file: string,
): Promise<(path: string, visitor: Visitor) => string> {
  // Without it pages load as ever, only later.
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return () => '';
  const ahead = JSON.parse(text) as Ahead;
  const written = new Map<Page | undefined, Map<string, string>>();
  return (path, { isSignedIn, language = '' }) => {
    const page = pageAt(ahead.pages, path, isSignedIn);
    const words = language.toLowerCase().startsWith('de') ? 'de' : 'en';
    const known = written.get(page) ?? new Map<string, string>();
    written.set(page, known);
    const links = known.get(words) ?? linksTo(filesOf(ahead, page, words));
    known.set(words, links);
    return links;
  };
}

const unguarded = new Set(['guest', 'open']);

function pageAt(pages: Page[], path: string, isSignedIn: boolean): Page | undefined {
  const found = pages
    .filter((page) => fits(page.path, path))
    .toSorted((one, other) => wildness(one.path) - wildness(other.path))[0];
  if (isSignedIn || (found && unguarded.has(found.kind))) return found;
  return pages.find((page) => page.path === '/guest/login');
}

/** `$id` stands for one part of a path, `$` at its end for all that follows. */
function fits(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  const takesRest = wanted.at(-1) === '$';
  if (takesRest ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((part, index) =>
    part.startsWith('$') ? given[index] !== '' : part === given[index],
  );
}

function wildness(pattern: string): number {
  return pattern.split('$').length;
}

function filesOf({ texts }: Ahead, page: Page | undefined, language: string): string[] {
  const files = [
    ...(page?.files ?? []),
    ...(texts[language] ?? []),
    ...(page?.texts[language] ?? []),
  ];
  return [...new Set(files)];
}

function linksTo(files: string[]): string {
  return files
    .map((file) =>
      file.endsWith('.css')
        ? // Asked for as the scripts would, which then find it: once, and before they run.
          `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" href="/${file}">`,
    )
    .join('');
}
