import type { PageContext } from '@causeway/contract/assistant/threads.ts';
import type { PageSubject } from '#platform/page-subject.ts';

const LONGEST_SQL = 8_000;
const LONGEST_ERROR = 4_000;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Place = PageSubject & {
  pathname: string;
  search: Record<string, unknown>;
  /** Tables are what an address below /explore names where the connector is a database. */
  isDatabase: boolean;
};

/** Where somebody is, as the assistant is told of it. */
export function pageContextOf({ pathname, search, isDatabase, ...subject }: Place): PageContext {
  const { sql, error, sqlState, findingId } = subject;
  const [, area = '', name = ''] = pathname.split('/').map(decode);
  const schema = search['schema'];
  return {
    path: pathname.slice(0, 2_000),
    ...((area === 'explore' || area === 'edit') &&
      isDatabase &&
      name !== '' && {
        table: name.slice(0, 300),
        ...(typeof schema === 'string' && { schema: schema.slice(0, 300) }),
      }),
    ...(area === 'dashboards' && uuid.test(name) && { dashboardId: name }),
    ...(sql && { sql: sql.slice(0, LONGEST_SQL) }),
    ...(error && { error: error.slice(0, LONGEST_ERROR) }),
    ...(error && sqlState && { sqlState }),
    ...(findingId && { findingId }),
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that means itself.
    return part;
  }
}

/** What fits the page, as names of questions; each is asked as it is written in the texts. */
export type Offer =
  | { name: 'describe' | 'nulls' | 'duplicates' | 'newest' | 'count'; table: string }
  | { name: 'findingRows' }
  | { name: 'explainError' | 'explainQuery' | 'dashboard' | 'why' | 'help' | 'tables' }
  /** The beginning of a question, which the person ends. */
  | { name: 'writeQuery'; isBegun: true };

/** Something to ask with a click, or to go on typing. */
export type Suggestion = { text: string; isBegun?: boolean };

const writeQuery = { name: 'writeQuery', isBegun: true } as const;

/** The built-in assistant is asked nothing that takes a model. */
export function offersFor(page: PageContext, isBuiltIn: boolean): Offer[] {
  const { table, error, sql, dashboardId, findingId } = page;
  if (findingId !== undefined) return [{ name: 'findingRows' }, { name: 'tables' }];
  if (error !== undefined) {
    return [{ name: 'explainError' }, ...(isBuiltIn ? [] : [{ name: 'explainQuery' as const }])];
  }
  if (table !== undefined) {
    return (['describe', 'count', 'newest', 'nulls', 'duplicates'] as const).map((name) => ({
      name,
      table,
    }));
  }
  if (dashboardId !== undefined) return [{ name: 'dashboard' }, { name: 'why' }];
  if (sql !== undefined && !isBuiltIn)
    return [writeQuery, { name: 'explainQuery' }, { name: 'tables' }];
  if (sql !== undefined) return [writeQuery, { name: 'tables' }, { name: 'help' }];
  return [{ name: 'tables' }, { name: 'help' }];
}

type FirstOffer = { of: 'sample' | 'any'; name: string; table?: string };
const offer = (name: string) => ({ of: 'any', name }) as const;

/** Tables that the questions about the shop, which comes along as a sample, are asked of. */
const shop = ['customers', 'products', 'orders'];

/** Where no question was asked yet: what the database at hand can answer. */
export function firstOffers(tables: readonly string[]): FirstOffer[] {
  if (shop.every((name) => tables.includes(name))) {
    return ['tables', 'count', 'top', 'month'].map((name) => ({ of: 'sample', name }) as const);
  }
  // A name that needs quotes is hard to read in a question.
  const table = tables.find((name) => /^[\p{L}_][\p{L}\d_]*$/u.test(name)) ?? tables[0];
  if (table === undefined) return [offer('tables'), offer('help')];
  const ofTable = ['count', 'describe', 'nulls'].map((name) => ({ ...offer(name), table }));
  return [offer('tables'), ...ofTable];
}
