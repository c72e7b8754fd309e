import { EDITABLE_BYTES, previewRoutes } from '@causeway/contract/storage/previews.ts';
import { storageRoutes } from '@causeway/contract/storage/objects.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { isErrorBody } from '#platform/api/client.ts';
import { folderOf, refreshFolders } from '#domain/storage/storage-keys.ts';
import { inBucket, type Bucket } from '../bucket.ts';

/** A file as it was read: the draft is compared to it, and saving expects to find it. */
export type FileBase = { text: string; etag: string | null };

/** Somebody else wrote meanwhile, or took the file away: theirs is undefined then. */
export type FileConflict = { theirs: FileBase | undefined };

type DraftInput = {
  bucket: Bucket;
  path: string;
  loaded: FileBase;
  contentType: string | null;
};

/**
 * A text that is being changed.
 *
 * clean → changed: by typing; back when the old text stands there again
 * changed → saving → clean: the bucket held what was read
 * saving → conflict: it did not; mine goes over theirs, or theirs replaces mine
 * saving → changed: it failed; the text stays, and why stays on screen until the next try
 */
export function useFileDraft({ bucket, path, loaded, contentType }: DraftInput) {
  const [base, setBase] = useState(loaded);
  const [text, setText] = useState(loaded.text);
  const [conflict, setConflict] = useState<FileConflict>();
  const [problem, setProblem] = useState<unknown>();
  const [arrived, setArrived] = useState<FileBase>();

  const saving = useMutation({
    mutationFn: async ({ written, over }: { written: string; over: FileBase | undefined }) => {
      const object = await api.call(storageRoutes.put, {
        body: {
          ...inBucket(bucket),
          path,
          body: written,
          ...(contentType && { contentType }),
          ...(over?.etag ? { ifMatch: over.etag } : { onlyIfNew: over === undefined }),
        },
      });
      return { text: written, etag: object.etag };
    },
    onSuccess: (saved) => {
      setBase(saved);
      setConflict(undefined);
      // It is saved already: who saves again meanwhile does not wait for lists of files.
      void refreshFolders(bucket.connectorId, [folderOf(path)]);
    },
    onMutate: () => setProblem(undefined),
    onError: async (error) => {
      if (!isConflict(error)) return setProblem(error);
      return readTheirs().then((theirs) => setConflict({ theirs }), setProblem);
    },
  });

  async function readTheirs(): Promise<FileBase | undefined> {
    try {
      const query = { ...inBucket(bucket), path, bytes: EDITABLE_BYTES };
      const read = await api.call(previewRoutes.text, { query });
      return { text: read.text, etag: read.etag };
    } catch (error) {
      if (isErrorBody(error) && error.code === 'E_OBJECT_NOT_FOUND') return undefined;
      throw error;
    }
  }

  // Typing goes on while it is read: only a text that is still untouched then is replaced.
  if (arrived) {
    setArrived(undefined);
    if (text === base.text) {
      setBase(arrived);
      setText(arrived.text);
    }
  }

  return {
    text,
    setText,
    isDirty: text !== base.text,
    isSaving: saving.isPending,
    conflict,
    /** Why it could not be saved the last time. */
    problem,
    save: () => saving.mutate({ written: text, over: base }),
    /** Over what is there now; what it is was seen in the conflict. */
    saveOver: (mine: string, theirs: FileBase | undefined) => {
      setText(mine);
      saving.mutate({ written: mine, over: theirs });
    },
    takeTheirs: (theirs: FileBase) => {
      setBase(theirs);
      setText(theirs.text);
      setConflict(undefined);
    },
    closeConflict: () => setConflict(undefined),
    /** Shows what is in the bucket now. A changed text stays, and meets it when it is saved. */
    reload: async () => setArrived(await readTheirs()),
  };
}

function isConflict(error: unknown): boolean {
  return (
    isErrorBody(error) && (error.code === 'E_VERSION_CONFLICT' || error.code === 'E_OBJECT_EXISTS')
  );
}
