import {
  GetBucketLifecycleConfigurationCommand,
  GetBucketVersioningCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Failure } from '@causeway/contract/errors.ts';
import { ifRefused } from '#platform/expected.ts';
import { asked, type Bucket } from './bucket.ts';

/** Settings of buckets change rarely; a delete of many objects does not ask for each. */
const ANSWER_COUNTS_MS = 60_000;

const answers = new WeakMap<S3Client, { until: number; keeps: Promise<boolean> }>();

/**
 * Whether the bucket itself keeps what is deleted for so many days: it has versions, and no rule of
 * its own that removes old ones sooner. What it does not tell, or not to these keys, counts as no.
 */
export function keepsDeleted(bucket: Bucket, days: number): Promise<boolean> {
  const known = answers.get(bucket.client);
  if (known && known.until > Date.now()) return known.keeps;
  const keeps = ask(bucket, days).catch(ifRefused(false));
  answers.set(bucket.client, { until: Date.now() + ANSWER_COUNTS_MS, keeps });
  return keeps;
}

async function ask(bucket: Bucket, days: number): Promise<boolean> {
  const versioning = await asked(
    's3:GetBucketVersioning',
    bucket.client.send(new GetBucketVersioningCommand({ Bucket: bucket.name })),
  );
  if (versioning.Status !== 'Enabled') return false;
  if (bucket.versionDays !== undefined) return bucket.versionDays >= days;
  const shortest = await readShortestKeeping(bucket);
  return shortest >= days;
}

/** In days; without rules old versions stay for ever. Which objects a rule is about does not matter here. */
async function readShortestKeeping(bucket: Bucket): Promise<number> {
  const command = new GetBucketLifecycleConfigurationCommand({ Bucket: bucket.name });
  try {
    const { Rules = [] } = await asked('s3:GetLifecycleConfiguration', bucket.client.send(command));
    const keepings = Rules.filter(({ Status }) => Status === 'Enabled').map(
      ({ NoncurrentVersionExpiration }) =>
        NoncurrentVersionExpiration?.NoncurrentDays ?? Number.POSITIVE_INFINITY,
    );
    return Math.min(...keepings);
  } catch (error) {
    if (error instanceof Failure && hasNoRules(error)) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

function hasNoRules({ details }: Failure): boolean {
  const name = String(details?.['bucketError']);
  return name === 'NoSuchLifecycleConfiguration' || name === 'NotImplemented';
}
