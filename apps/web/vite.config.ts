import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunksAhead } from './chunks-ahead.ts';
import { leanContract } from './lean-contract.ts';
import { leanGrid, leanGridStyles } from './lean-grid.ts';

const SERVER = 'http://127.0.0.1:3000';
const builtAt = new Date().toISOString();
const buildId = Date.parse(builtAt).toString(36);

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    leanGridStyles(),
    leanGrid(),
    leanContract(),
    withoutJsonSchemas(),
    buildManifest(),
    chunksAhead(),
    compiledAhead('index react router i18n mantine platform shell shell-layout'),
    compiledAhead('explore-page table-view-page tables rows'),
    preloadFont(/inter-latin-wght-normal.*\.woff2$/),
  ],
  define: { BUILD_ID: JSON.stringify(command === 'build' ? buildId : 'development') },
  server: {
    proxy: {
      '/api': SERVER,
      '/auth': SERVER,
      '/user': SERVER,
      '/projects': SERVER,
      '/health': SERVER,
    },
  },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What changes only with a dependency stays cached over our own releases.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/@tanstack\/(?!(react-virtual|virtual-core)\/)/ },
            { name: 'i18n', test: /node_modules\/(i18next|react-i18next)\/(?!.*\/Trans)/ },
            { name: 'zod', test: /node_modules\/zod\// },
            // What every page needs comes in a few files instead of dozens of small ones.
            {
              name: 'mantine',
              test: /@mantine\/(core\/esm\/(core\/|components\/(ActionIcon|Button|Group|Loader|Text|Transition|UnstyledButton)\/)|hooks\/esm\/(?!use-(click-outside|debounced-value|drag|focus|hotkeys|long-press|move|shallow-effect)))/,
            },
            {
              name: 'platform',
              test: /src\/platform\/((api|builds|current-project|events|i18n|navigation|settings|theme)\/(?!common\.)|session\/(?!come-back|passkeys|provider)|corner)|src\/domain\/([^/]+\/followers|identity\/ask-for-proof)\.ts|src\/ui\/(confirm-dialog|error-sentence|fill-page|skeletons)|contract\/src\/(product|search-text)\.ts\?plain/,
            },
            {
              name: 'shell',
              test: /src\/shell\/((header|sidebar|panes)\/(?!.*(menu|choices|docked))|support\/support\.module)/,
            },
            {
              name: 'inputs',
              test: /@mantine\/core\/esm\/components\/(Checkbox|CloseButton|InlineInput|Input|InputBase|TextInput)\//,
            },
            {
              name: 'popovers',
              test: /@mantine\/core\/esm\/components\/(FocusTrap|Menu|Popover|Portal|SegmentedControl|Tooltip)\/|@floating-ui\//,
            },
            // What shows and stages edits of rows; what opens over them stays apart.
            {
              name: 'rows',
              test: /react-data-grid\/|src\/domain\/(data-grid\/(cell-(display|editor|view)|grid|opening|ranges|typing)|row-drafts\/(changes-bar\.module|draft-|stage|use-))/,
              minShareCount: 2,
            },
            // What pages of tables share; what only one of them opens, or opens later, stays apart.
            {
              name: 'tables',
              test: /src\/features\/tables\/(?!(bulk|changes|diagram|health|history|list\/(?!kind-icons)|profile|row\/(?!edit-address|use-edit-href)|structure|views|ways)|edits\/editing-tools|grid\/lines-grid|references\/(related|reverse|reference-queries|peek-popover))|src\/domain\/filters\/(filter-choices|json-path)|contract\/src\/(tables\/(details|edits|filters|labels|names|saved-views|tables|view)|ledger)\.ts\?plain/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
}));

/** Every schema can write itself down as JSON Schema, which only the server's documents need. */
function withoutJsonSchemas(): Plugin {
  const processor = /^export const (\w+Processor) = [^]*?^\};$/gm;
  return {
    name: 'without-json-schemas',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
      handler(code, id) {
        const kept = id.endsWith('to-json-schema.js')
          ? code.replace(
              /^export const (create\w+Method) = [^]*?^\};$/gm,
              "export const $1 = () => () => { throw new Error('The server writes JSON Schemas'); };",
            )
          : code.replace(processor, 'export const $1 = () => {};');
        if (kept === code) this.error('Zod writes JSON Schemas in another way now.');
        return kept;
      },
    },
  };
}

/** The running page compares its own id with this file to notice a newer build. */
function buildManifest(): Plugin {
  return {
    name: 'build-manifest',
    apply: 'build',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'builds/latest.json',
        source: JSON.stringify({ id: buildId, builtAt }),
      });
    },
  };
}

/**
 * Most functions of these files run before a page shows anything. A browser that is told so compiles
 * them while they arrive, on another thread, instead of one by one when they are called.
 */
function compiledAhead(names: string): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const name of names.split(' ')) {
        const chunk = Object.values(bundle).find(
          (one) => one.type === 'chunk' && one.name === name,
        );
        if (chunk?.type !== 'chunk') return this.error(`There is no file ${name}.`);
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
      return undefined;
    },
  };
}

/** Without it the browser learns of the font only after the stylesheet, and text moves. */
function preloadFont(font: RegExp): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        return Object.keys(bundle ?? {})
          .filter((file) => font.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: '',
            },
            injectTo: 'head' as const,
          }));
      },
    },
  };
}
