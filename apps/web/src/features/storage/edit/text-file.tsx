import { formatBytes } from '@causeway/contract/bytes.ts';
import { fileTypeOf } from '@causeway/contract/file-types.ts';
import type { ObjectDetails } from '@causeway/contract/storage/objects.ts';
import {
  EDITABLE_BYTES,
  type TextPreview as TextWindow,
} from '@causeway/contract/storage/previews.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageFrame } from '#ui/page-frame.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import type { Bucket } from '../bucket.ts';
import { TextPreview } from '../previews/text-preview.tsx';
import { textQuery } from '../previews/text-query.ts';
import { FileFrame } from './file-frame.tsx';
import { TextEditor } from './text-editor.tsx';

type TextFileProps = { bucket: Bucket; details: ObjectDetails };

export function TextFile({ bucket, details }: TextFileProps) {
  const { t } = useTranslation('storage');
  if (details.byte_size > EDITABLE_BYTES) {
    return <ReadOnlyFile bucket={bucket} details={details} reason="large" />;
  }
  return (
    <LoadedText bucket={bucket} details={details}>
      {(read) => {
        const reason = reasonAgainst(read, bucket);
        // What is only read is shown as it came; what is edited starts from it.
        return reason === 'binary' || reason === 'encoding' ? (
          <ReadOnlyFile bucket={bucket} details={details} reason={reason} />
        ) : (
          <TextEditor
            bucket={bucket}
            details={details}
            loaded={{ text: read.text, etag: read.etag }}
            kind={editorKind(details.path)}
            notice={reason && t(`edit.readOnly.${reason}`)}
          />
        );
      }}
    </LoadedText>
  );
}

type LoadedTextProps = TextFileProps & { children: (read: TextWindow) => React.ReactNode };

/** Read once: what others write meanwhile is met when saving, never under the fingers. */
function LoadedText({ bucket, details, children }: LoadedTextProps) {
  const { t } = useTranslation('storage');
  const text = useQuery({
    ...textQuery(bucket, details.path, { from: 0, bytes: EDITABLE_BYTES }),
    staleTime: 0,
    gcTime: 0,
  });
  const [first, setFirst] = useState<TextWindow>();
  if (!first && text.data && !text.isFetching) setFirst(text.data);
  if (first) return children(first);
  return (
    <PageFrame>
      <QueryView query={text} skeleton={<SkeletonLines count={16} />} errorTitle={t('edit.failed')}>
        {() => <SkeletonLines count={16} />}
      </QueryView>
    </PageFrame>
  );
}

type Reason = 'large' | 'binary' | 'encoding' | 'role';

function reasonAgainst(read: TextWindow, bucket: Bucket): Reason | undefined {
  if (read.isBinary) return 'binary';
  if (read.encoding !== 'utf-8') return 'encoding';
  return bucket.canWrite ? undefined : 'role';
}

type ReadOnlyFileProps = TextFileProps & { reason: Reason };

/** A window to look through; saving it would change more than was meant. */
function ReadOnlyFile({ bucket, details, reason }: ReadOnlyFileProps) {
  const { t, i18n } = useTranslation('storage');
  return (
    <FileFrame
      bucket={bucket}
      details={details}
      isDirty={false}
      tools={null}
      notice={t(`edit.readOnly.${reason}`, { size: formatBytes(EDITABLE_BYTES, i18n.language) })}
    >
      <TextPreview bucket={bucket} item={details} />
    </FileFrame>
  );
}

export type EditorKind = 'json' | 'markdown' | 'csv' | 'text';

function editorKind(path: string): EditorKind {
  const type = fileTypeOf(path);
  return type === 'json' || type === 'markdown' || type === 'csv' ? type : 'text';
}
