import { Failure } from '@causeway/contract/errors.ts';

type S3Error = {
  name?: string;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
};

/** What the bucket said, as one of our errors, with its own name for it. */
export function asBucketFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { name = '', message = '', $metadata } = error as S3Error;
  const details = { bucketError: name };
  if (/^(NoSuchKey|NotFound)$/.test(name))
    return new Failure('E_OBJECT_NOT_FOUND', undefined, details);
  if (/^(InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken)$/.test(name)) {
    return new Failure('E_UPSTREAM_AUTH', `The bucket refused the keys: ${message}`, details);
  }
  if ($metadata?.httpStatusCode === undefined) {
    return new Failure('E_UPSTREAM_UNREACHABLE', `The bucket does not answer: ${message}`, details);
  }
  return new Failure('E_UPSTREAM_FAILED', message || name, details);
}
