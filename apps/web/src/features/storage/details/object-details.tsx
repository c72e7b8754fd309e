import { formatBytes } from '@causeway/contract/bytes.ts';
import { tableFormatOf } from '@causeway/contract/sql/files.ts';
import type { ObjectDetails as Details } from '@causeway/contract/storage/objects.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { DataList } from '#ui/data-list.tsx';
import { QueryView } from '#ui/query-view.tsx';
import type { Bucket } from '../bucket.ts';
import { FileProfile } from './file-profile.tsx';
import classes from './object-details.module.css';
import { detailsQuery } from '../storage-query.ts';
import { ObjectVersions } from '../versions/object-versions.tsx';

type ObjectDetailsProps = {
  bucket: Bucket;
  path: string;
  /** Told when an older version was made the current one. */
  onRestored?: (() => void) | undefined;
};

/** Everything the bucket tells about one object. */
export function ObjectDetails({ bucket, path, onRestored }: ObjectDetailsProps) {
  const { t } = useTranslation('storage');
  const details = useQuery(detailsQuery(bucket, path));
  return (
    <QueryView query={details} errorTitle={t('details.failed')}>
      {(object) => (
        <div className={classes.details}>
          <Facts object={object} />
          <Pairs title={t('details.metadata')} pairs={object.metadata} />
          {object.tags && <Pairs title={t('details.tags')} pairs={object.tags} />}
          {tableFormatOf(path) && <FileProfile bucket={bucket} path={path} />}
          <ObjectVersions bucket={bucket} path={path} onRestored={onRestored} />
        </div>
      )}
    </QueryView>
  );
}

function Facts({ object }: { object: Details }) {
  const { t, i18n } = useTranslation('storage');
  const { dateTime, number } = useFormats();
  const { image } = object;
  const items = [
    { label: t('details.size'), value: formatBytes(object.byte_size, i18n.language) },
    { label: t('details.bytes'), value: number(object.byte_size) },
    { label: t('details.type'), value: object.contentType },
    {
      label: t('details.pixels'),
      value: image && `${number(image.width)} × ${number(image.height)}`,
    },
    { label: t('details.changed'), value: object.updated_at && dateTime(object.updated_at) },
    { label: t('details.etag'), value: object.etag && <Copied value={object.etag} /> },
    { label: t('details.path'), value: <Copied value={object.path} /> },
    { label: t('details.version'), value: object.versionId && <Copied value={object.versionId} /> },
    { label: t('details.storageClass'), value: object.storageClass },
    { label: t('details.cacheControl'), value: object.cacheControl },
    { label: t('details.encoding'), value: object.contentEncoding },
  ];
  return <DataList items={items.filter(({ value }) => value)} />;
}

function Copied({ value }: { value: string }) {
  return (
    <span className={classes.copied}>
      <code>{value}</code>
      <CopyButton value={value} />
    </span>
  );
}

function Pairs({ title, pairs }: { title: string; pairs: Record<string, string> }) {
  const entries = Object.entries(pairs);
  if (entries.length === 0) return null;
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      <DataList items={entries.map(([label, value]) => ({ label, value }))} />
    </section>
  );
}
