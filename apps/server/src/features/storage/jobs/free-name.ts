import type { Bucket } from '#platform/connectors/storage/bucket.ts';
import { findHead } from '#platform/connectors/storage/read.ts';

/** `sea.jpg` → `sea (2).jpg`, the first that is free. */
export async function findFreePath(bucket: Bucket, path: string): Promise<string> {
  for (let count = 2; ; count += 1) {
    const candidate = numbered(path, count);
    if (!(await findHead(bucket, candidate))) return candidate;
  }
}

function numbered(path: string, count: number): string {
  const slash = path.endsWith('/') ? '/' : '';
  const whole = slash ? path.slice(0, -1) : path;
  const start = whole.lastIndexOf('/') + 1;
  const dot = whole.lastIndexOf('.');
  const end = !slash && dot > start ? dot : whole.length;
  return `${whole.slice(0, end)} (${count})${whole.slice(end)}${slash}`;
}
