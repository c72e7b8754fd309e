import { GetObjectTaggingCommand } from '@aws-sdk/client-s3';
import { at, type Bucket } from './bucket.ts';

export async function findTags(
  bucket: Bucket,
  path: string,
  { versionId, signal }: { versionId?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Record<string, string> | null> {
  try {
    const command = new GetObjectTaggingCommand({ ...at(bucket, path), VersionId: versionId });
    const { TagSet = [] } = await bucket.client.send(command, { abortSignal: signal });
    return Object.fromEntries(TagSet.map(({ Key = '', Value = '' }) => [Key, Value]));
  } catch {
    // Not every store has tags, and not every key may read them: then there are none to show.
    return null;
  }
}
