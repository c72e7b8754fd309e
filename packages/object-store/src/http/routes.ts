import { getObjectAttributes } from '../operations/attributes.ts';
import { deleteBucketCors, getBucketCors, putBucketCors } from '../operations/bucket-cors.ts';
import { getBucketLifecycle } from '../operations/bucket-lifecycle.ts';
import { getBucketVersioning, putBucketVersioning } from '../operations/bucket-versioning.ts';
import * as buckets from '../operations/buckets.ts';
import { completeUpload } from '../operations/complete-upload.ts';
import { copyObject } from '../operations/copy.ts';
import { deleteObject, deleteObjects } from '../operations/deletes.ts';
import { StoreError } from './errors.ts';
import { listObjectsV1, listObjectsV2 } from '../operations/listing.ts';
import * as multipart from '../operations/multipart.ts';
import * as objects from '../operations/objects.ts';
import type { Operation } from './operation.ts';
import type { StoreRequest } from './request.ts';
import * as tagging from '../operations/tagging.ts';
import { listParts, listUploads } from '../operations/upload-listing.ts';
import { listObjectVersions } from '../operations/version-listing.ts';

interface Route {
  on: 'service' | 'bucket' | 'object';
  method: string;
  /** Query parameters that must be there; the first route that fits wins. */
  query?: string[];
  /** Whether the request names an object to copy from. */
  copies?: boolean;
  run: Operation;
}

const ROUTES: Route[] = [
  { on: 'service', method: 'GET', run: buckets.listBuckets },
  { on: 'bucket', method: 'GET', query: ['location'], run: buckets.getBucketLocation },
  { on: 'bucket', method: 'GET', query: ['versioning'], run: getBucketVersioning },
  { on: 'bucket', method: 'GET', query: ['versions'], run: listObjectVersions },
  { on: 'bucket', method: 'GET', query: ['uploads'], run: listUploads },
  { on: 'bucket', method: 'GET', query: ['tagging'], run: tagging.getBucketTagging },
  { on: 'bucket', method: 'GET', query: ['cors'], run: getBucketCors },
  { on: 'bucket', method: 'GET', query: ['lifecycle'], run: getBucketLifecycle },
  { on: 'bucket', method: 'GET', query: ['list-type'], run: listObjectsV2 },
  { on: 'bucket', method: 'GET', run: listObjectsV1 },
  { on: 'bucket', method: 'HEAD', run: buckets.headBucket },
  { on: 'bucket', method: 'PUT', query: ['versioning'], run: putBucketVersioning },
  { on: 'bucket', method: 'PUT', query: ['tagging'], run: tagging.putBucketTagging },
  { on: 'bucket', method: 'PUT', query: ['cors'], run: putBucketCors },
  { on: 'bucket', method: 'PUT', run: buckets.createBucket },
  { on: 'bucket', method: 'DELETE', query: ['tagging'], run: tagging.deleteBucketTagging },
  { on: 'bucket', method: 'DELETE', query: ['cors'], run: deleteBucketCors },
  { on: 'bucket', method: 'DELETE', run: buckets.deleteBucket },
  { on: 'bucket', method: 'POST', query: ['delete'], run: deleteObjects },
  { on: 'object', method: 'GET', query: ['uploadId'], run: listParts },
  { on: 'object', method: 'GET', query: ['tagging'], run: tagging.getObjectTagging },
  { on: 'object', method: 'GET', query: ['attributes'], run: getObjectAttributes },
  { on: 'object', method: 'GET', run: objects.getObject },
  { on: 'object', method: 'HEAD', run: objects.getObject },
  { on: 'object', method: 'PUT', query: ['tagging'], run: tagging.putObjectTagging },
  { on: 'object', method: 'DELETE', query: ['tagging'], run: tagging.deleteObjectTagging },
  {
    on: 'object',
    method: 'PUT',
    query: ['uploadId', 'partNumber'],
    copies: true,
    run: multipart.uploadPartCopy,
  },
  { on: 'object', method: 'PUT', query: ['uploadId', 'partNumber'], run: multipart.uploadPart },
  { on: 'object', method: 'PUT', copies: true, run: copyObject },
  { on: 'object', method: 'PUT', run: objects.putObject },
  { on: 'object', method: 'POST', query: ['uploads'], run: multipart.createUpload },
  { on: 'object', method: 'POST', query: ['uploadId'], run: completeUpload },
  { on: 'object', method: 'DELETE', query: ['uploadId'], run: multipart.abortUpload },
  { on: 'object', method: 'DELETE', run: deleteObject },
];

// Parts of S3 the store does not have. Without this list 'PUT ?acl' would create an empty object.
const UNSUPPORTED = new Set([
  'accelerate',
  'acl',
  'analytics',
  'attributes',
  'cors',
  'encryption',
  'intelligent-tiering',
  'inventory',
  'legal-hold',
  'lifecycle',
  'logging',
  'metadataTable',
  'metrics',
  'notification',
  'object-lock',
  'ownershipControls',
  'policy',
  'policyStatus',
  'publicAccessBlock',
  'renameObject',
  'replication',
  'requestPayment',
  'restore',
  'retention',
  'select',
  'session',
  'tagging',
  'torrent',
  'versioning',
  'versions',
  'website',
]);

export function findOperation(request: StoreRequest): Operation {
  const on = request.bucket === undefined ? 'service' : request.key === '' ? 'bucket' : 'object';
  const route = ROUTES.find((candidate) => candidate.on === on && fits(candidate, request));
  const unsupported = Object.keys(request.query).find(
    (name) =>
      (UNSUPPORTED.has(name) && !route?.query?.includes(name)) ||
      // A read may name a part; a write that does so without an upload is a mistake.
      (name === 'partNumber' && route?.run !== objects.getObject && !route?.query?.includes(name)),
  );
  if (unsupported) throw new StoreError('NotImplemented', `'${unsupported}' is not supported.`);
  if (!route) throw new StoreError('MethodNotAllowed');
  return route.run;
}

function fits(route: Route, request: StoreRequest): boolean {
  return (
    route.method === request.method &&
    (route.query ?? []).every((name) => name in request.query) &&
    (!route.copies || request.headers['x-amz-copy-source'] !== undefined)
  );
}
