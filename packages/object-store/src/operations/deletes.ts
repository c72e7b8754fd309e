import { receiveText } from '../http/body.ts';
import { checkWriteConditions } from './conditions.ts';
import { StoreError } from '../http/errors.ts';
import { keyBytes } from '../catalog/keys.ts';
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
    if (request.headers['if-match'] !== undefined) {
      const found = findRequested(catalog, bucket, key, version);
      checkWriteConditions(request.headers, found && isDeletion(found) ? undefined : found);
    }
    if (version === undefined) return deleteTop(catalog, bucket, key);
    return removeVersion(catalog, bucket, key, version);
  });
  await blobs.remove(outcome.removed);
  tellVersion(response, outcome.version);
  if (outcome.deletes) response.setHeader('x-amz-delete-marker', 'true');
  sendEmpty(response, 204);
}

interface Named {
  key: string;
  bytes: Buffer;
  version: string | undefined;
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
    return named.map(({ bytes, version }) =>
      version === undefined
        ? deleteTop(catalog, bucket, bytes)
        : removeVersion(catalog, bucket, bytes, version),
    );
  });
  await blobs.remove(outcomes.flatMap(({ removed }) => removed));
  const isQuiet = childText(body, 'Quiet')?.trim() === 'true';
  const deleted = isQuiet ? [] : named.map((each, index) => describe(each, outcomes[index]!));
  sendXml(response, xmlDocument('DeleteResult', deleted.join('')));
}

function readNamed(child: XmlElement): Named {
  const key = childText(child, 'Key') ?? '';
  const version = childText(child, 'VersionId') || undefined;
  if (version !== undefined) checkVersionId(version);
  return { key, bytes: keyBytes(key), version };
}

function describe({ key, version }: Named, outcome: Outcome): string {
  const mark = outcome.deletes
    ? element('DeleteMarker', true) + element('DeleteMarkerVersionId', outcome.version)
    : '';
  return `<Deleted>${element('Key', key)}${element('VersionId', version)}${mark}</Deleted>`;
}
