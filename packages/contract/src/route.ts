import { z } from 'zod';
import type { Action } from './access.ts';
import type { Effect } from './scopes.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * Who may call a route.
 * - public: anyone
 * - account: signed in, e-mail address perhaps not verified yet
 * - verified: signed in with a verified address
 * - staff: people who run this installation
 * - an action: members of the project whose role may take it, with a verified address unless the
 *   route is part of onboarding, which comes before verification. The project is that of
 *   `:projectId` in the path or, where `connector` says of which kind, that of the connector whose
 *   data is sent along; the handler then receives that connector, opened
 */
export type Access =
  | 'public'
  | 'account'
  | 'verified'
  | 'staff'
  | { action: Action; partOfOnboarding?: true; connector?: ConnectorKind };

/** `any` is for what is kept about a connector and does not reach it. */
export type ConnectorKind = 'sql' | 's3' | 'any';

/**
 * How a write meets the idempotency key it carries.
 * - transaction: act, audit and remembered answer are one transaction on our own database
 * - outside: the act touches another system; the key is claimed before it and answered after it
 * - repeatable: doing it again does no harm, nothing is remembered (a login, say)
 * - judged: outside, where the handler finds out whether doing it again would do harm. What it does
 *   within `once` is remembered; what is proven to only read needs no claim, which costs two commits
 * - recorded: outside, where our own disk has what is done before it takes effect. So the claim is on
 *   disk with it and needs no wait of its own
 */
export type Write = 'transaction' | 'outside' | 'repeatable' | 'judged' | 'recorded';

export type Route = {
  method: Method;
  path: `/${string}`;
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  answer: z.ZodType;
  /** The answer is a text/event-stream whose events have the answer's shape. */
  stream?: true;
  /**
   * The handler writes the answer's JSON itself: for results that are passed through as text. As
   * NDJSON every line has the answer's shape. A file is streamed and brings headers of its own.
   */
  raw?: true | 'application/x-ndjson' | 'file';
  /** The body is no JSON: bytes as they are, or a form with one field `file`. Both are streamed. */
  takes?: 'bytes' | 'form';
  /** How many bytes a JSON body may have; a megabyte unless said, which is plenty for most. */
  largestBody?: number;
  /** Numbers that have more digits than ours come as the text they are written as. */
  keepsDigits?: true;
  /** Only writes have one; a POST without a mark is a transaction. */
  write?: Write;
  /** Staff acting as somebody else may not do this. */
  refusedWhileImpersonating?: true;
  /** Only who proved a few minutes ago who they are: what an open laptop must not be enough for. */
  needsProof?: true;
  /** Sets something going that costs credits: a key at its spend cap is refused it. */
  costs?: true;
  /** What it does, where the method does not tell: most POSTs that only read say so here. */
  effect?: Effect;
  /**
   * Takes the right to write, but changes nothing behind the connector (it cancels, discards,
   * previews): done on a read-only connector too. Everything else that takes it is refused there.
   */
  sparesData?: true;
};

export type Routes = Record<string, Route>;

/** Keeps the literal types of a route, so that server and client infer everything from it. */
export function route<const R extends Route>(definition: R): R {
  return definition;
}

type Part<
  R extends Route,
  K extends 'params' | 'query' | 'body',
  Side extends 'input' | 'output',
> = R[K] extends z.ZodType
  ? { [P in K]: Side extends 'input' ? z.input<R[K]> : z.output<R[K]> }
  : unknown;

/** What a caller passes. */
export type RouteInput<R extends Route> = Part<R, 'params', 'input'> &
  Part<R, 'query', 'input'> &
  Part<R, 'body', 'input'>;

/** What the handler receives, after parsing. */
export type RouteParsed<R extends Route> = Part<R, 'params', 'output'> &
  Part<R, 'query', 'output'> &
  Part<R, 'body', 'output'>;

export type RouteAnswer<R extends Route> = z.output<R['answer']>;

/** The path with its parameters filled in, each safe for any character. */
export function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`Path ${path} needs '${name}'`);
    return encodeURIComponent(String(value));
  });
}

/** A body of plain bytes: a Blob where it is sent, a stream where it arrives. */
export const bytes = z
  .custom<Blob>()
  .transform((sent) => sent as unknown as AsyncIterable<Uint8Array>);

/** A form with one field `file`; what stands in front of it is read as a query would be. */
export const form = z.custom<FormData>().transform((sent) => sent as unknown as ReceivedForm);

export type ReceivedForm = Record<string, unknown> & {
  file?: { name: string; type: string; content: AsyncIterable<Uint8Array> };
};

export const nothing = z.null();
export const id = z.uuid();
export const instant = z.iso.datetime({ offset: true });

/** Query strings carry text: a number or a yes/no of a query is read from it. */
export const queryNumber = z.coerce.number();
export const queryBoolean = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A page of a list: `cursor` is opaque, null when there is no more. */
export const pageQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: queryNumber.int().min(1).max(200).default(50),
});

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
