import type { Plugin, Rolldown } from 'vite';

/** What the page of an address needs beside the entry, as the server tells browsers ahead of time. */
type Ahead = {
  pages: { path: string; kind: string; files: string[]; texts: Record<string, string[]> }[];
  texts: Record<string, string[]>;
};

const languages = ['en', 'de'];
/** The namespaces every page starts with, as platform/i18n names them. */
const everywhere = ['platform', 'ui', 'domain', 'shell'];
/** The layout around pages of a kind, as route-kinds.tsx names it; around all others it is the shell. */
const layouts: Record<string, string | undefined> = {
  guest: '/src/shell/guest-layout.tsx',
  open: undefined,
};
const shell = '/src/shell/shell-layout.tsx';
const manifest = /\/src\/features\/[^/]+\/manifest\.ts$/;

/**
 * Writes down which files the page of each address loads. A browser otherwise learns of them when the
 * entry runs, after everything the entry needs has arrived.
 */
export function chunksAhead(): Plugin {
  const manifests = new Map<string, string>();
  return {
    name: 'chunks-ahead',
    apply: 'build',
    transform: {
      filter: { id: manifest },
      order: 'pre',
      handler: (code, id) => void manifests.set(id, code),
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const entry = chunks.find(({ isEntry }) => isEntry);
      if (!entry) return this.error('There is no entry.');
      const loaded = withImports(bundle, [entry]);
      const filesOf = (module: string) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
        if (!chunk) return this.error(`${module} is in no chunk.`);
        const needed = withImports(bundle, [chunk]).filter((one) => !loaded.includes(one));
        return needed.flatMap((one) => [
          one.fileName,
          ...(one.viteMetadata ? [...one.viteMetadata.importedCss] : []),
        ]);
      };
      const layoutOf = (kind: string) => {
        const end = kind in layouts ? layouts[kind] : shell;
        const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
        const module = end && modules.find((id) => id.endsWith(end));
        return module ? filesOf(module) : [];
      };
      const textsOf = (namespaces: readonly string[], language: string) =>
        namespaces.flatMap((namespace) => {
          const folder = namespace === 'platform' ? 'src/platform' : namespace;
          const end = `/${folder}/texts.${language}.json`;
          const module = chunks
            .flatMap(({ moduleIds }) => moduleIds)
            .find((id) => id.endsWith(end));
          return module ? filesOf(module) : [];
        });
      const inEach = (namespaces: readonly string[]) =>
        Object.fromEntries(languages.map((one) => [one, [...new Set(textsOf(namespaces, one))]]));
      const pages = [...manifests].flatMap(([id, code]) =>
        readPages(code).map(({ imports, namespaces, ...page }) => ({
          ...page,
          files: [
            ...new Set([
              ...layoutOf(page.kind),
              ...imports.flatMap((one) => filesOf(new URL(one, `file://${id}`).pathname)),
            ]),
          ],
          texts: inEach(namespaces),
        })),
      );
      const ahead: Ahead = { pages, texts: inEach(everywhere) };
      this.emitFile({
        type: 'asset',
        fileName: 'builds/ahead.json',
        source: JSON.stringify(ahead),
      });
      return undefined;
    },
  };
}

/** The chunks and all they import before they run. */
function withImports(
  bundle: Rolldown.OutputBundle,
  chunks: Rolldown.OutputChunk[],
): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
  };
  for (const chunk of chunks) add(chunk);
  return [...found];
}

/** Manifests are lists of pages, each with its path first; a loader is an import or a function of it. */
function readPages(code: string) {
  return code
    .split(/(?=\bpath: '\/[^']*',\s*(?:\/\/.*\s*)*(?:kind|texts|connector|load|tabs)\b)/)
    .slice(1)
    .flatMap((page) => {
      const [, path = ''] = /^path: '([^']+)'/.exec(page) ?? [];
      const [, loader = ''] = /\bload: (\(\) => import\('[^']+'\)|\w+)/.exec(page) ?? [];
      if (loader === '' || /\bconnector: 's3'/.test(page)) return [];
      const body = loader.startsWith('(')
        ? loader
        : (new RegExp(`function ${loader}\\(\\) \\{[^]*?^\\}`, 'm').exec(code)?.[0] ?? '');
      const [, kind = 'plain'] = /\bkind: '(\w+)'/.exec(page) ?? [];
      const [, texts = ''] = /\btexts: (\[[^\]]*\]|'[^']*')/.exec(page) ?? [];
      return [
        {
          path,
          kind,
          imports: [...body.matchAll(/import\('([^']+)'\)/g)].map(([, one = '']) => one),
          namespaces: [
            ...texts.matchAll(/'([^']+)'/g),
            ...(/\bloadTexts\(\[([^\]]*)\]/.exec(body)?.[1] ?? '').matchAll(/'([^']+)'/g),
          ].map(([, one = '']) => one),
        },
      ];
    });
}
