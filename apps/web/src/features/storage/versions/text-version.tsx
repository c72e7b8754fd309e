import { formatBytes } from '@causeway/contract/bytes.ts';
import type { ObjectVersion } from '@causeway/contract/storage/objects.ts';
import { EDITABLE_BYTES } from '@causeway/contract/storage/previews.ts';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextDifference } from '#platform/code-editor/text-difference.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import type { Bucket } from '../bucket.ts';
import { textQuery } from '../previews/text-query.ts';
import type { VersionViewProps } from './version-view.tsx';
import classes from './version-view.module.css';

type View = 'current' | 'before' | 'content';

/** A text by what restoring it would change, by what it changed itself, or as it was. */
export function TextVersion({ bucket, path, version, current, before }: VersionViewProps) {
  const { t, i18n } = useTranslation('storage');
  const views: View[] = [
    ...(current && !version.isLatest ? (['current'] as const) : []),
    ...(before ? (['before'] as const) : []),
    'content',
  ];
  const [view, setView] = useState<View>(views[0] ?? 'content');
  const other = view === 'current' ? current : view === 'before' ? before : undefined;
  const text = useQuery(versionText(bucket, path, version));
  const otherText = useQuery({
    ...versionText(bucket, path, other ?? version),
    enabled: other !== undefined && isReadable(other),
  });
  if (!isReadable(version) || (other && !isReadable(other))) {
    const size = formatBytes(EDITABLE_BYTES, i18n.language);
    return <Message text={t('versions.large', { size })} />;
  }
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('versions.view')}
          value={view}
          onChange={(next) => setView(views.find((one) => one === next) ?? 'content')}
          data={views.map((value) => ({ value, label: t(`versions.views.${value}`) }))}
        />
        <span className={classes.legend}>
          {view !== 'content' && t(`versions.legend.${view}`)}
          {view === 'content' && !before && t('versions.first')}
        </span>
      </div>
      <div className={classes.view}>
        {text.isError && <ErrorState error={text.error} />}
        {otherText.isError && <ErrorState error={otherText.error} />}
        {(text.isPending || (other && otherText.isPending)) && <SkeletonLines count={10} />}
        {text.data && (!other || otherText.data) && (
          <Texts
            text={text.data.isBinary ? undefined : text.data.text}
            other={other && otherText.data?.text}
          />
        )}
      </div>
    </>
  );
}

function Texts({ text, other }: { text: string | undefined; other: string | undefined }) {
  const { t } = useTranslation('storage');
  if (text === undefined) return <p className={classes.same}>{t('versions.binary')}</p>;
  if (other === undefined) {
    return (
      // A long text scrolls, which a keyboard needs a tab stop for.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <pre className={classes.content} tabIndex={0} aria-label={t('versions.views.content')}>
        {text}
      </pre>
    );
  }
  if (text === other) return <p className={classes.same}>{t('versions.same')}</p>;
  return (
    <TextDifference
      isSql={false}
      isFolded
      className={classes.difference}
      before={other}
      after={text}
      label={t('versions.difference')}
    />
  );
}

function Message({ text }: { text: string }) {
  return (
    <div className={classes.view}>
      <p className={classes.same}>{text}</p>
    </div>
  );
}

function isReadable({ byte_size }: ObjectVersion): boolean {
  return byte_size <= EDITABLE_BYTES;
}

/** A version never changes, so it is read once. */
function versionText(bucket: Bucket, path: string, { versionId }: ObjectVersion) {
  const query = textQuery(bucket, path, { from: 0, bytes: EDITABLE_BYTES, versionId });
  return { ...query, staleTime: Infinity };
}
