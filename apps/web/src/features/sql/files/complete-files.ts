import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { connectorWord, writtenFile } from '@causeway/contract/sql/files.ts';
import { splitStatements, statementAt } from '@causeway/contract/sql/lexer.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { Connector } from '#platform/current-project/projects-query.ts';
import { namesQuery } from '../completion/use-names.ts';
import { quoted } from '@causeway/contract/sql/quoted.ts';
import { keywords } from '../completion/words.ts';
import { fileColumnsQuery, filesQuery } from './files-query.ts';

type FilesCompletion = {
  queryClient: QueryClient;
  connector: Connector;
  /** Databases of the project, to join with. */
  databases: Connector[];
};

/** Completes paths inside quotes, files and databases after FROM, tables of those, and columns. */
export function completeFiles(around: FilesCompletion) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const text = context.state.doc.toString();
    const statement = statementAt(splitStatements(text), context.pos);
    const from = statement && statement.from <= context.pos ? statement.from : 0;
    // Names and their quotes are short: what stands further away is another part of the statement.
    const before = text.slice(Math.max(from, context.pos - LONGEST_LOOK), context.pos);
    const whole = text.slice(from, Math.max(statement?.to ?? 0, context.pos));
    try {
      return (
        (await completePath(around, context, before)) ??
        (await completeTable(around, context, before)) ??
        (await completeSource(around, context, before)) ??
        (await completeColumn(around, context, { before, whole }))
      );
    } catch {
      // Nothing to offer is better than an error while somebody types.
      return null;
    }
  };
}

type Complete<Input> = (
  around: FilesCompletion,
  context: CompletionContext,
  input: Input,
) => Promise<CompletionResult | null>;

const LONGEST_LOOK = 2_000;

const AFTER_FROM = String.raw`\b(?:from|join)\s+`;

/** Inside quotes: what is in the folder typed so far. */
const completePath: Complete<string> = async ({ queryClient, connector }, context, before) => {
  const [, quote, typed] = new RegExp(`${AFTER_FROM}(['"])([^'"\\n]*)$`, 'i').exec(before) ?? [];
  if (quote === undefined || typed === undefined) return null;
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1);
  const { folders, files } = await queryClient.ensureQueryData(filesQuery(connector.id, folder));
  const isClosed = context.state.sliceDoc(context.pos, context.pos + 1) === quote;
  return {
    from: context.pos - typed.length + folder.length,
    options: [
      ...files.map(({ path, format }): Completion => {
        const name = path.slice(folder.length);
        return {
          label: name,
          apply: isClosed ? name : `${name}${quote}`,
          type: 'class',
          detail: format,
        };
      }),
      ...folders.map((path): Completion => ({
        label: path.slice(folder.length),
        type: 'namespace',
      })),
    ],
  };
};

/** Behind the name of a database: its schemas and tables. */
const completeTable: Complete<string> = async ({ queryClient, databases }, context, before) => {
  const pattern = new RegExp(`${AFTER_FROM}("[^"]+"|\\w+)\\.(?:("[^"]+"|\\w+)\\.)?(\\w*)$`, 'iu');
  const [, first, second, typed = ''] = pattern.exec(before) ?? [];
  const database = first === undefined ? undefined : findDatabase(databases, first);
  if (!database) return null;
  const { index } = await queryClient.ensureQueryData(namesQuery(database.id));
  const own = index.tables.filter(({ schema }) => !/^(pg_|information_schema)/.test(schema));
  const schema = second === undefined ? undefined : bare(second);
  const options = own
    .filter((table) => schema === undefined || table.schema === schema)
    .map((table): Completion => {
      const names = schema === undefined ? [table.schema, table.name] : [table.name];
      return { label: names.join('.'), apply: names.map(quoted).join('.'), type: 'class' };
    });
  return { from: context.pos - typed.length, options, validFor: /^[\w.]*$/ };
};

/** After FROM and JOIN: files of the whole bucket, and databases to join with. */
const completeSource: Complete<string> = async (around, context, before) => {
  const [, typed] = new RegExp(`${AFTER_FROM}(\\w*)$`, 'iu').exec(before) ?? [];
  if (typed === undefined) return null;
  const { queryClient, connector, databases } = around;
  const { files } = await queryClient.ensureQueryData(filesQuery(connector.id, '', ''));
  return {
    from: context.pos - typed.length,
    options: [
      ...files.map(({ path, format }): Completion => ({
        label: path,
        apply: writtenFile(path),
        type: 'class',
        detail: format,
      })),
      ...databases.map(({ name }): Completion => ({
        label: connectorWord(name),
        apply: `${quoted(connectorWord(name))}.`,
        type: 'namespace',
        detail: name,
      })),
    ],
  };
};

type Use = { file?: string; database?: Connector; schema?: string; table?: string; alias: string };

const completeColumn: Complete<{ before: string; whole: string }> = async (
  around,
  context,
  { before, whole },
) => {
  const [, alias, typed = ''] = /(?:\b(\w+)\.)?(\w*)$/u.exec(before) ?? [];
  if (typed === '' && alias === undefined && !context.explicit) return null;
  if (/'[^']*$/.test(before.replaceAll(/'[^']*'/g, ''))) return null;
  const uses = readUses(around.databases, whole);
  const meant = alias === undefined ? uses : uses.filter((use) => use.alias === alias);
  const columns = (await Promise.all(meant.map((use) => columnsOf(around, use)))).flat();
  const words = alias === undefined ? [...keywords] : [];
  return {
    from: context.pos - typed.length,
    options: [
      ...columns.map(({ name, type }): Completion => ({
        label: name,
        apply: quoted(name),
        type: 'property',
        detail: type,
        boost: 10,
      })),
      ...words.map((word): Completion => ({ label: word, type: 'keyword' })),
    ],
    validFor: /^\w*$/u,
  };
};

const ALIAS = String.raw`(?:\s+(?:as\s+)?(?!on\b|where\b|join\b|left\b|right\b|full\b|inner\b|cross\b|using\b|group\b|order\b|limit\b|having\b|union\b)(\w+))?`;

function readUses(databases: Connector[], sql: string): Use[] {
  const files = new RegExp(`${AFTER_FROM}(?:'((?:[^']|'')+)'|"([^"]+\\.\\w+)")${ALIAS}`, 'giu');
  const tables = new RegExp(
    `${AFTER_FROM}("[^"]+"|\\w+)\\.("[^"]+"|\\w+)\\.("[^"]+"|\\w+)${ALIAS}`,
    'giu',
  );
  return [
    ...[...sql.matchAll(files)].map(([, single, double, alias]) => {
      const file = single?.replaceAll("''", "'") ?? double ?? '';
      return { file, alias: alias ?? file };
    }),
    ...[...sql.matchAll(tables)].flatMap(([, first = '', second = '', third = '', alias]) => {
      const database = findDatabase(databases, first);
      const table = bare(third);
      return database ? [{ database, schema: bare(second), table, alias: alias ?? table }] : [];
    }),
  ];
}

async function columnsOf({ queryClient, connector }: FilesCompletion, use: Use) {
  if (use.file !== undefined) {
    return (await queryClient.ensureQueryData(fileColumnsQuery(connector.id, use.file))) ?? [];
  }
  const live = await queryClient.ensureQueryData(namesQuery(use.database!.id));
  const table = live.index.tables.find(
    ({ schema, name }) => schema === use.schema && name === use.table,
  );
  if (!table) return [];
  await live.learn([table]);
  return live.index.columnsOf(table) ?? [];
}

function bare(written: string): string {
  return written.startsWith('"') ? written.slice(1, -1) : written;
}

function findDatabase(databases: Connector[], written: string): Connector | undefined {
  const wanted = bare(written).toLowerCase();
  return databases.find(
    ({ name }) => name.toLowerCase() === wanted || connectorWord(name) === wanted,
  );
}
