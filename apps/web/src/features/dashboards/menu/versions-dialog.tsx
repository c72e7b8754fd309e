import { dashboardRoutes } from '@causeway/contract/dashboards/dashboards.ts';
import { dashboardVersionRoutes } from '@causeway/contract/dashboards/versions.ts';
import { Badge, Button, Modal } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshDashboards } from '#domain/dashboards/dashboards-query.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { notifyError } from '#platform/notify-error.ts';
import { QueryView } from '#ui/query-view.tsx';
import { showUndo } from '#ui/show-undo.tsx';
import { SkeletonLines } from '#ui/skeletons.tsx';
import { Miniature } from '#domain/dashboards/miniature.tsx';
import { useProjectFormats } from '../use-project-formats.ts';
import classes from './versions-dialog.module.css';

type Place = { projectId: string; dashboardId: string };
type VersionsDialogProps = { place: Place; onClose: () => void };

/** What the dashboard was before, how it looked, and a way back to it. */
export default function VersionsDialog({ place: params, onClose }: VersionsDialogProps) {
  const { t } = useTranslation('dashboards');
  const { moment } = useProjectFormats();
  const [chosen, setChosen] = useState<number>();
  const versions = useQuery({
    queryKey: ['dashboards', params.projectId, 'versions', params.dashboardId],
    queryFn: ({ signal }) => api.call(dashboardVersionRoutes.versions, { params }, { signal }),
    staleTime: 0,
  });
  const newest = versions.data?.[0]?.version;
  const shown = chosen ?? newest;

  async function bringBack(version: number) {
    const { version: now } = await api.call(dashboardRoutes.show, { params });
    const restored = await api.call(dashboardVersionRoutes.restoreVersion, {
      params: { ...params, version },
      body: { version: now },
    });
    await refreshDashboards(params.projectId);
    return { restored, before: now };
  }

  const restore = useMutation({
    mutationFn: bringBack,
    onSuccess: async ({ restored, before }, version) => {
      onClose();
      await showUndo(t('versions.restored', { name: restored.name, version }), () =>
        bringBack(before).then(() => undefined, notifyError),
      );
    },
  });

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('versions.title')}
      size={720}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <p className={classes.line}>{t('versions.line')}</p>
      {restore.error && <p className={classes.error}>{errorText(restore.error)}</p>}
      <QueryView query={versions} skeleton={<SkeletonLines />}>
        {(list) => (
          <div className={classes.both}>
            <ul className={classes.list}>
              {list.map(({ version, author, createdAt, tiles }) => (
                <li key={version}>
                  <button
                    type="button"
                    className={classes.version}
                    aria-pressed={version === shown}
                    onClick={() => setChosen(version)}
                  >
                    <span className={classes.name}>
                      {t('versions.one', { version })}
                      {version === newest && (
                        <Badge size="xs" variant="light">
                          {t('versions.now')}
                        </Badge>
                      )}
                    </span>
                    <span className={classes.when}>
                      {[author, moment(createdAt), t('tiles', { count: tiles })]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            {shown !== undefined && (
              <div className={classes.look}>
                <Look place={params} version={shown} />
                <Button
                  disabled={shown === newest}
                  loading={restore.isPending}
                  onClick={() => restore.mutate(shown)}
                >
                  {t('versions.restore')}
                </Button>
              </div>
            )}
          </div>
        )}
      </QueryView>
    </Modal>
  );
}

/** How tiles lay, and what they were called. */
function Look({ place, version }: { place: Place; version: number }) {
  const { t } = useTranslation('dashboards');
  const content = useQuery({
    queryKey: ['dashboard-version', place.projectId, place.dashboardId, version],
    queryFn: ({ signal }) =>
      api.call(dashboardVersionRoutes.version, { params: { ...place, version } }, { signal }),
    staleTime: Infinity,
  });
  return (
    <QueryView query={content} skeleton={<SkeletonLines />}>
      {({ tiles, tabs, filters }) => (
        <>
          <Miniature tiles={tiles} />
          <p className={classes.what}>
            {[
              t('tiles', { count: tiles.length }),
              ...(tabs.length > 1 ? [t('versions.tabs', { count: tabs.length })] : []),
              ...(filters.length > 0 ? [t('versions.filters', { count: filters.length })] : []),
            ].join(' · ')}
          </p>
          <p className={classes.titles}>
            {tiles
              .map(({ title }) => title)
              .filter(Boolean)
              .join(', ')}
          </p>
        </>
      )}
    </QueryView>
  );
}
