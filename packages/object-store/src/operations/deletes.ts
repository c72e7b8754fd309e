import { receiveText } from '../http/body.ts';
import { checkDeleteConditions } from './conditions.ts';
import { StoreError } from '../http/errors.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { keyBytes } from '../catalog/keys.ts';
import type { Bucket } from '../catalog/stored.ts';
import { readBucket, sendEmpty, sendXml, tellVersion, type Exchange } from '../http/operation.ts';
import { queryText } from '../http/request.ts';
import {
  checkVersionId,
  deleteTop,
  findRequested,
  isDeletion,
  removeVersion,
  type Outcome,
} from './versions.ts';
import { childText, element, parseXml, xmlDocument, type XmlElement } from '../http/xml.ts';

const MAX_DELETES = 1000;

export async function deleteObject(exchange: Exchange): Promise<void> {
  const { store, request, response } = exchange;
  const { catalog, blobs } = store;
  const { name } = readBucket(exchange);
  const key = keyBytes(request.key);
  const version = queryText(request, 'versionId');
  if (version !== undefined) checkVersionId(version);
  const outcome = await catalog.commit(() => {
    const bucket = catalog.readBucket(name);
    return remove(catalog, bucket, { bytes: key, version, conditions: request.headers });
  });
  await blobs.remove(outcome.removed);
  tellVersion(response, outcome.version);
  if (outcome.deletes) response.setHeader('x-amz-delete-marker', 'true');
  sendEmpty(response, 204);
}

interface Target {
  bytes: Buffer;
  version: string | undefined;
  /** Named as the headers of a single delete are. */
  conditions: Record<string, string>;
}

interface Named extends Target {
  key: string;
}

/** Refused when a condition does not hold for what would be deleted. */
function remove(catalog: Catalog, bucket: Bucket, target: Target): Outcome {
  const { bytes, version, conditions } = target;
  const found = findRequested(catalog, bucket, bytes, version);
  checkDeleteConditions(conditions, found && isDeletion(found) ? undefined : found);
  if (version === undefined) return deleteTop(catalog, bucket, bytes);
  return removeVersion(catalog, bucket, bytes, version);
}

export async function deleteObjects(exchange: Exchange): Promise<void> {
  const { store, request, signed, response } = exchange;
  const { catalog, blobs } = store;
  const { name } = readBucket(exchange);
  const body = parseXml(await receiveText(request, signed));
  const named = body.children.filter((child) => child.name === 'Object').map(readNamed);
  if (body.name !== 'Delete' || named.length === 0 || named.length > MAX_DELETES) {
    throw new StoreError('MalformedXML');
  }
  const outcomes = await catalog.commit(() => {
    const bucket = catalog.readBucket(name);
    return named.map((each) => ({ named: each, outcome: tryRemove(catalog, bucket, each) }));
  });
  await blobs.remove(
    outcomes.flatMap(({ outcome }) => (outcome instanceof StoreError ? [] : outcome.removed)),
  );
  const isQuiet = childText(body, 'Quiet')?.trim() === 'true';
  const told = outcomes.map(({ named: each, outcome }) => {
    if (outcome instanceof StoreError) return describeRefusal(each, outcome);
    return isQuiet ? '' : describe(each, outcome);
  });
  sendXml(response, xmlDocument('DeleteResult', told.join('')));
}

/** One that is refused holds up none of the others. */
function tryRemove(catalog: Catalog, bucket: Bucket, named: Named): Outcome | StoreError {
  try {
    return remove(catalog, bucket, named);
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

function readNamed(child: XmlElement): Named {
  const key = childText(child, 'Key') ?? '';
  const version = childText(child, 'VersionId') || undefined;
  if (version !== undefined) checkVersionId(version);
  return { key, bytes: keyBytes(key), version, conditions: readConditions(child) };
}

function readConditions(child: XmlElement): Record<string, string> {
  const conditions: Record<string, string> = {};
  for (const [name, header] of [
    ['ETag', 'if-match'],
    ['LastModifiedTime', 'x-amz-if-match-last-modified-time'],
    ['Size', 'x-amz-if-match-size'],
  ] as const) {
    const value = childText(child, name)?.trim();
    if (value) conditions[header] = value;
  }
  return conditions;
}

function describeRefusal({ key, version }: Named, { code, message }: StoreError): string {
  const inner =
    element('Key', key) +
    element('VersionId', version) +
    element('Code', code) +
    element('Message', message);
  return `<Error>${inner}</Error>`;
}

function describe({ key, version }: Named, outcome: Outcome): string {
  const mark = outcome.deletes
    ? element('DeleteMarker', true) + element('DeleteMarkerVersionId', outcome.version)
    : '';
  return `<Deleted>${element('Key', key)}${element('VersionId', version)}${mark}</Deleted>`;
}
