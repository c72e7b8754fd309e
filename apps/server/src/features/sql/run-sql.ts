import { can } from '@causeway/contract/access.ts';
import { Failure } from '@causeway/contract/errors.ts';
import { MOST_ROWS, type SqlRequest } from '@causeway/contract/sql/sql.ts';
import type { ProjectActor } from '#platform/access/actor.ts';
import { forgetCatalog } from '#platform/connectors/sql/catalog-news.ts';
import type { OpenedSql } from '#platform/connectors/opened.ts';
import type { Inspection } from '#platform/connectors/sql/inspect-statement.ts';
import { judgeReading, refuseTooPowerful } from '#platform/connectors/sql/reading.ts';
import { type RunRequest, runStatement } from '#platform/connectors/sql/run-statement.ts';
import type { Completed } from '#platform/connectors/sql/statement.ts';
import { type RecordedStatement, runRecorded } from '#platform/ledger/record-statement.ts';
import type { Services } from '#platform/services.ts';
import type { TypeNames } from '#platform/connectors/sql/type-names.ts';

export type SqlCall = {
  actor: ProjectActor;
  opened: OpenedSql;
  request: SqlRequest;
  signal: AbortSignal;
  /** What the way it came allows; the role and the connector may allow less. */
  asks: 'reading' | 'anything';
};

/** The answer of a statement, as JSON text. */
export async function runSql(services: Services, call: SqlCall): Promise<Buffer> {
  const { opened } = call;
  await refuseTooPowerful(services, call);
  const prepared = await prepare(services, call);
  const completed = await runPrepared(services, call, prepared);
  if (prepared.inspection.changesSchema) await forgetCatalog(services, opened.target.id);
  return encodeResult(services, opened, prepared, completed, call.request.rowLimit !== undefined);
}

/** What is written is written down. */
export async function runPrepared(
  services: Services,
  call: Pick<SqlCall, 'actor' | 'opened' | 'request'>,
  prepared: Prepared,
): Promise<Completed> {
  const { inspection, request } = prepared;
  const { opened } = call;
  const isWrite = inspection.writesRows || inspection.changesSchema;
  if (request.mode === 'reading' || !isWrite) {
    return runStatement(services.databases, opened.target, request);
  }
  return runRecorded(services, await recordedStatement(services, call, prepared), request);
}

/** What the ledger tells of a statement: to everybody who may read there, so nothing that lets them in. */
export async function recordedStatement(
  { sqlParser }: Pick<Services, 'sqlParser'>,
  { actor, opened, request }: Pick<SqlCall, 'actor' | 'opened' | 'request'>,
  { inspection, request: { text } }: Prepared,
): Promise<RecordedStatement> {
  const { sql, screen = 'api' } = request;
  const statement = inspection.holdsSecret ? await sqlParser.withoutSecrets(text) : sql;
  return { opened, actor, screen, statement, inspection };
}

export type Prepared = { inspection: Inspection; request: RunRequest };

/** Binds, reads and judges the statement before the database sees it. */
export async function prepare(
  services: Services,
  { actor, opened, request, signal, asks }: SqlCall,
): Promise<Prepared> {
  const { connector } = opened;
  const bound = await services.sqlParser.bind(request.sql, request.bindings);
  const { text, values, placeInOriginal } = bound;
  if (bound.isBlank) throw new Failure('E_SQL_EMPTY');
  const inspection = await inspect(services.sqlParser, text, placeInOriginal);
  const mayWrite =
    asks === 'anything' && can(actor.project.role, 'sql.write') && !connector.settings.readOnly;
  const reading = mayWrite ? undefined : await judgeReading(services, opened, inspection);
  if (reading?.refusal) throw refusalOf(reading.refusal, { actor, opened, asks });
  return {
    inspection,
    request: {
      text,
      values,
      mode: mayWrite ? (inspection.isAboutRows ? 'rows' : 'alone') : 'reading',
      reuse: reading?.reuse ?? (inspection.leavesNoTrace ? 'after-reset' : 'never'),
      rowLimit: Math.min(request.rowLimit ?? MOST_ROWS, connector.settings.rowLimit ?? MOST_ROWS),
      failsBeyond: request.rowLimit === undefined,
      cutsAtLimit: request.rowLimit !== undefined,
      signal,
      placeInOriginal,
    },
  };
}

function refusalOf(
  why: string,
  { actor, opened, asks }: Pick<SqlCall, 'actor' | 'opened' | 'asks'>,
): Failure {
  if (asks === 'reading') return new Failure('E_SQL_READ_ONLY', why);
  if (opened.connector.settings.readOnly) {
    return new Failure('E_CONNECTOR_READ_ONLY', undefined, { why });
  }
  return can(actor.project.role, 'sql.write')
    ? new Failure('E_SQL_READ_ONLY', why)
    : new Failure('E_FORBIDDEN', `Your role may only read. ${why}`);
}

async function inspect(
  parser: Services['sqlParser'],
  text: string,
  placeInOriginal: (place: number) => number,
): Promise<Inspection> {
  const inspection = await parser.inspect(text).catch((error: unknown) => {
    throw withPosition(error, placeInOriginal);
  });
  if (inspection.statements === 0) throw new Failure('E_SQL_EMPTY');
  if (inspection.statements > 1) throw new Failure('E_SQL_MULTIPLE_STATEMENTS');
  if (inspection.kind === 'CopyStmt') {
    throw new Failure('E_SQL_FAILED', 'COPY is done by import and export.');
  }
  return inspection;
}

/** Positions count from 1, in the statement as it was sent. */
function withPosition(error: unknown, placeInOriginal: (place: number) => number): unknown {
  if (!(error instanceof Failure) || typeof error.details?.place !== 'number') return error;
  const { place, ...details } = error.details;
  return new Failure(error.code, error.message, {
    ...details,
    position: placeInOriginal(place) + 1,
  });
}

export async function encodeResult(
  { typeNames }: Services,
  { target }: OpenedSql,
  { inspection }: Prepared,
  { fields, rows, command, rowCount }: Completed,
  saysWhetherMore: boolean,
): Promise<Buffer> {
  const head = `{"fields":${JSON.stringify(await describeFields(typeNames, target, fields))},"rows":[`;
  const tail = {
    rowCount,
    command: command === '' ? commandOf(inspection.kind) : command,
    ...(saysWhetherMore && { hasMore: rows.hasMore }),
  };
  return rows.enclose(head, `],${JSON.stringify(tail).slice(1)}`);
}

/** A statement cut off at its row limit never told what it was. */
function commandOf(kind: string): string {
  return kind.replace(/Stmt$/, '').toUpperCase();
}

export async function describeFields(
  typeNames: TypeNames,
  target: OpenedSql['target'],
  fields: Completed['fields'],
) {
  const names = await typeNames.of(
    target,
    fields.map((field) => field.dataTypeID),
  );
  return fields.map((field) => ({
    name: field.name,
    type: names.get(field.dataTypeID) ?? '',
    oid: field.dataTypeID,
    ...(field.tableID > 0 && { tableOid: field.tableID, columnNumber: field.columnID }),
  }));
}
