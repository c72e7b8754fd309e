import { formatBytes } from '@causeway/contract/bytes.ts';
import { isFolder } from '@causeway/contract/file-types.ts';
import type { FolderUsage } from '@causeway/contract/storage/bucket-index.ts';
import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { SkeletonCards } from '#ui/skeletons.tsx';
import { shownName } from '../keys.ts';
import { fileIcon } from '#domain/storage/file-icon.ts';
import { useExploreHref } from '../use-folder-view.ts';
import type { ScreenProps } from './bucket-screen.tsx';
import { GroupBar } from './group-bar.tsx';
import { usageQuery } from './index-query.ts';
import { IndexStatus } from './index-status.tsx';
import { layTreemap } from './treemap.ts';
import classes from './usage-screen.module.css';

/** Smaller ones are seen better in the list below. */
const MOST_BOXES = 60;

/** What takes the room below a folder: a picture to walk through, and the same as a list. */
export function UsageScreen({ bucket, folder }: ScreenProps) {
  const { t, i18n } = useTranslation('storage');
  const { number } = useFormats();
  const usage = useQuery(usageQuery(bucket, folder));
  return (
    <>
      <IndexStatus bucket={bucket} />
      <QueryView
        query={usage}
        skeleton={<SkeletonCards count={1} height={360} />}
        errorTitle={t('usage.failed')}
        isEmpty={({ total }) => total.object_count === 0}
        empty={<EmptyState icon="treemap" title={t('usage.none')} line={t('usage.noneLine')} />}
      >
        {({ total, children, rest, groups }) => (
          <div className={classes.usage}>
            <p className={classes.total}>
              <strong>{formatBytes(total.byte_size, i18n.language)}</strong>
              {t('usage.objects', {
                count: total.object_count,
                number: number(total.object_count),
              })}
            </p>
            <GroupBar groups={groups} />
            <Treemap entries={children} />
            <UsageList entries={children} total={total.byte_size} />
            {rest.object_count > 0 && (
              <p className={classes.rest}>
                {t('usage.rest', {
                  count: rest.object_count,
                  number: number(rest.object_count),
                  size: formatBytes(rest.byte_size, i18n.language),
                })}
              </p>
            )}
          </div>
        )}
      </QueryView>
    </>
  );
}

/** A folder leads to the picture of itself, an object to the object. */
function useUsageHref(): (path: string) => string {
  const exploreHref = useExploreHref();
  return (path) => exploreHref(path, isFolder(path) ? { screen: 'usage' } : {});
}

function Treemap({ entries }: { entries: FolderUsage[] }) {
  const { t, i18n } = useTranslation('storage');
  const { ref, width, height } = useElementSize<HTMLElement>();
  const hrefOf = useUsageHref();
  const sized = entries.slice(0, MOST_BOXES).map((entry) => ({ entry, size: entry.byte_size }));
  const laid = height > 0 ? layTreemap(sized, width / height) : [];
  return (
    <nav ref={ref} className={classes.map} aria-label={t('usage.map')}>
      {laid.map(({ item: { entry }, box }) => (
        <AppLink
          key={entry.path}
          className={classes.box}
          data-folder={isFolder(entry.path) || undefined}
          href={hrefOf(entry.path)}
          title={`${entry.path}\n${formatBytes(entry.byte_size, i18n.language)}`}
          style={{
            left: `${box.left}%`,
            top: `${box.top}%`,
            width: `${box.width}%`,
            height: `${box.height}%`,
          }}
        >
          <span className={classes.boxName}>{shownName(entry.path)}</span>
          <span className={classes.boxSize}>{formatBytes(entry.byte_size, i18n.language)}</span>
        </AppLink>
      ))}
    </nav>
  );
}

function UsageList({ entries, total }: { entries: FolderUsage[]; total: number }) {
  const { t, i18n } = useTranslation('storage');
  const { number, percent } = useFormats();
  const hrefOf = useUsageHref();
  return (
    <table className={classes.list}>
      <thead>
        <tr>
          <th scope="col">{t('order.name')}</th>
          <th scope="col" data-share>
            {t('usage.share')}
          </th>
          <th scope="col" data-number>
            {t('order.size')}
          </th>
          <th scope="col" data-number data-count>
            {t('usage.count')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ path, byte_size, object_count }) => {
          const share = total === 0 ? 0 : byte_size / total;
          return (
            <tr key={path}>
              <th scope="row">
                <AppLink className={classes.name} href={hrefOf(path)}>
                  <Icon name={fileIcon(path)} size={14} />
                  <span>{shownName(path)}</span>
                </AppLink>
              </th>
              <td data-share>
                <span className={classes.share}>
                  <span style={{ width: `${share * 100}%` }} />
                </span>
                {percent(share)}
              </td>
              <td data-number>{formatBytes(byte_size, i18n.language)}</td>
              <td data-number data-count>
                {isFolder(path) ? number(object_count) : ''}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
