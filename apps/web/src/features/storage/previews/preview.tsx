import { extensionOf, fileTypeOf } from '@causeway/contract/file-types.ts';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { downloadUrl } from '@causeway/contract/storage/view.ts';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { SkeletonTable } from '#ui/skeletons.tsx';
import type { Bucket } from '../bucket.ts';
import { fileIcon } from '#domain/storage/file-icon.ts';
import type { ObjectItem } from '../storage-query.ts';
import { ImagePreview } from './image-preview.tsx';
import classes from './preview.module.css';
import { MediaPreview } from './media-preview.tsx';
import { TextPreview } from './text-preview.tsx';

const TablePreview = lazy(() => import('./table-preview.tsx'));

type PreviewProps = { bucket: Bucket; item: ObjectItem; versionId?: string };
type Kind = 'image' | 'video' | 'audio' | 'pdf' | 'table' | 'text' | 'none';

const workbooks = new Set(['xlsx', 'ndjson', 'jsonl']);

/** What an object looks like, by what its name says it is. */
export function Preview({ bucket, item }: PreviewProps) {
  const kind = kindOf(item.name);
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const isBroken = brokenUrl === item.url;
  if (kind === 'none' || isBroken || item.byte_size === 0) {
    return <NoPreview item={item} isBroken={isBroken} />;
  }
  const onBroken = () => setBrokenUrl(item.url);
  return (
    <Suspense fallback={<SkeletonTable rows={14} columns={5} />}>
      {drawPreview(kind, { bucket, item, onBroken })}
    </Suspense>
  );
}

type DrawInput = PreviewProps & { onBroken: () => void };

function drawPreview(kind: Kind, { bucket, item, onBroken }: DrawInput): ReactNode {
  if (kind === 'image') return <ImagePreview item={item} onBroken={onBroken} />;
  if (kind === 'video' || kind === 'audio') {
    return <MediaPreview kind={kind} item={item} onBroken={onBroken} />;
  }
  if (kind === 'pdf') return <PdfPreview item={item} />;
  if (kind === 'table') return <TablePreview bucket={bucket} item={item} />;
  return <TextPreview bucket={bucket} item={item} />;
}

function kindOf(name: string): Kind {
  if (workbooks.has(extensionOf(name))) return 'table';
  const type = fileTypeOf(name);
  if (type === 'csv' || type === 'parquet') return 'table';
  if (type === 'json' || type === 'markdown' || type === 'text') return 'text';
  return type === 'folder' || type === 'other' ? 'none' : type;
}

function PdfPreview({ item }: { item: ObjectItem }) {
  const { t } = useTranslation('storage');
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, {
    getInitialValueInEffect: false,
  });
  return (
    // Browsers refuse to open their PDF viewer inside a sandbox; the server sends this one without script.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      className={classes.page}
      // The list of pages closed, and on a phone as wide as there is room (RFC 8118).
      src={`${item.url}#navpanes=0${isNarrow ? '&view=FitH' : ''}`}
      title={t('preview.pdf', { name: item.name })}
    />
  );
}

function NoPreview({ item, isBroken }: { item: ObjectItem; isBroken: boolean }) {
  const { t } = useTranslation('storage');
  const why = item.byte_size === 0 ? 'empty' : isBroken ? 'broken' : 'none';
  return (
    <div className={classes.none}>
      <Icon name={fileIcon(item.name)} size={64} />
      <p>{t(`preview.${why}`)}</p>
      <Button
        component="a"
        href={downloadUrl(item.url)}
        variant="default"
        leftSection={<Icon name="download" />}
      >
        {t('action.download')}
      </Button>
    </div>
  );
}
