import type { Content } from '../blobs/blobs.ts';
import type { Checksum } from '../http/body.ts';
import type { ChecksumAlgorithm } from '../blobs/checksums.ts';

// What the catalog knows of.

/** Undefined until versions are first asked for; from then on it can only be suspended. */
export type Versioning = 'Enabled' | 'Suspended' | undefined;

export interface Bucket {
  name: string;
  versioning: Versioning;
}

export interface Tag {
  key: string;
  value: string;
}

/** Pages of which origins may do what, as the bucket's owner configured it. */
export interface CorsRule {
  id?: string | undefined;
  origins: string[];
  methods: string[];
  headers: string[];
  exposed: string[];
  maxAge?: number | undefined;
}

/** One part of an object that was uploaded in parts. */
export interface ObjectPart {
  number: number;
  size: number;
  checksum?: Checksum | undefined;
}

/** What a write brings; the bucket decides which version it becomes. */
export interface NewObject {
  key: Buffer;
  size: number;
  /** Without quotes. */
  etag: string;
  modified: number;
  /** Headers to give back as they came: content-type, x-amz-meta-… */
  headers: Record<string, string>;
  checksum: Checksum | undefined;
  content: Content;
  /** Only of what was uploaded in parts. */
  parts?: ObjectPart[] | undefined;
  tags?: Tag[] | undefined;
}

export interface StoredObject extends NewObject {
  /** 'null' for what was written while no versions were kept. */
  version: string;
  /** Grows with every version of a key. */
  sequence: number;
}

export interface Upload {
  id: string;
  bucket: string;
  key: Buffer;
  created: number;
  headers: Record<string, string>;
  checksum: { algorithm: ChecksumAlgorithm; type: 'COMPOSITE' | 'FULL_OBJECT' } | undefined;
  tags?: Tag[] | undefined;
}

/** What a completed upload became. */
export interface Completion {
  upload: string;
  bucket: string;
  key: Buffer;
  etag: string;
  version: string | undefined;
  checksum: Checksum | undefined;
  completed: number;
}

export interface Part {
  number: number;
  size: number;
  etag: string;
  modified: number;
  checksum: Checksum | undefined;
  content: Content;
}

export type ListedObject = Pick<StoredObject, 'key' | 'size' | 'etag' | 'modified'>;

/** A version that is not what a reader gets: an older one, or the mark of a deletion. */
export interface KeptVersion extends StoredObject {
  /** 1 for the mark of a deletion, which has no content. */
  deletes: 0 | 1;
  /** When it stopped being what a reader gets; for the mark of a deletion, when it was set. */
  aging_since: number;
}

export interface ListedVersion extends ListedObject {
  version: string;
  sequence: number;
  deletes: 0 | 1;
  isLatest: boolean;
}
