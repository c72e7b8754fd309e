import { Failure } from '@causeway/contract/errors.ts';
import { isOfRuntime } from '../sql/failures.ts';

type S3Error = {
  name?: string;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number; attempts?: number };
};

/**
 * What the bucket said, as one of our errors, with its own name for it. Answers to HEAD have no body,
 * so there the status has to speak.
 */
export function asBucketFailure(error: unknown, permission?: string): Failure {
  if (error instanceof Failure) return error;
  const { name = '', message = '', $metadata } = error as S3Error;
  const status = $metadata?.httpStatusCode;
  const attempts = $metadata?.attempts ?? 1;
  const details = { bucketError: name, ...(attempts > 1 && { attempts }) };
  if (/^(InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken)$/.test(name)) {
    return new Failure('E_UPSTREAM_AUTH', `The bucket refused the keys: ${message}`, details);
  }
  if (name === 'NoSuchBucket') {
    return new Failure('E_UPSTREAM_FAILED', 'There is no such bucket.', details);
  }
  if (name === 'NoSuchUpload') return new Failure('E_UPLOAD_NOT_FOUND', undefined, details);
  if (/^(NoSuchKey|NoSuchVersion|NotFound)$/.test(name) || status === 404) {
    return new Failure('E_OBJECT_NOT_FOUND', undefined, details);
  }
  if (name === 'PreconditionFailed' || status === 412 || name === 'ConditionalRequestConflict') {
    return new Failure('E_VERSION_CONFLICT', undefined, details);
  }
  if (name === 'InvalidRange' || status === 416) return new Failure('E_RANGE_NOT_SATISFIABLE');
  if (name === 'EntityTooLarge') return new Failure('E_FILE_TOO_LARGE', undefined, details);
  if (status === 403) return forbidden(permission, details);
  if (status === undefined) {
    return new Failure('E_UPSTREAM_UNREACHABLE', `The bucket does not answer: ${message}`, details);
  }
  if (isOfRuntime(error)) {
    return new Failure('E_UPSTREAM_FAILED', 'The bucket answered what could not be understood.');
  }
  return new Failure('E_UPSTREAM_FAILED', message || name, details);
}

function forbidden(permission: string | undefined, details: Record<string, unknown>): Failure {
  if (!permission) return new Failure('E_BUCKET_FORBIDDEN', undefined, details);
  const message = `The keys of this connector lack the permission ${permission}.`;
  return new Failure('E_BUCKET_FORBIDDEN', message, { ...details, permission });
}
