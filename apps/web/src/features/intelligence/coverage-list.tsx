import { can } from '@causeway/contract/access.ts';
import {
  type Coverage,
  intelligenceRoutes,
  type Scan,
} from '@causeway/contract/intelligence/intelligence.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Progress, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refreshIntelligence } from '#domain/intelligence/followers.ts';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { notifyError } from '#platform/notify-error.ts';
import { useSingleTap } from '#platform/single-tap.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './coverage-list.module.css';

type CoverageListProps = { project: Project; databases: Coverage[] };

/** What was looked at, and when: what nobody looked at has no findings either. */
export function CoverageList({ project, databases }: CoverageListProps) {
  return (
    <ul className={classes.list}>
      {databases.map((database) => (
        <Database key={database.connectorId} project={project} database={database} />
      ))}
    </ul>
  );
}

function Database({ project, database }: { project: Project; database: Coverage }) {
  const { t } = useTranslation('intelligence');
  const { scan, connectorId } = database;
  const name = project.connectors.find(({ id }) => id === connectorId)?.name ?? '';
  const mayScan = can(project.role, 'sql.write');
  const isScanning = scan?.state === 'queued' || scan?.state === 'running';
  return (
    <li className={classes.database} aria-label={name}>
      <Icon name={database.isBucket ? 'folder' : 'database'} />
      <div className={classes.words}>
        <span className={classes.name}>{name}</span>
        <Told database={database} />
        {scan?.state === 'failed' && scan.error && (
          <p className={classes.error}>{t('coverage.failed', { reason: errorText(scan.error) })}</p>
        )}
      </div>
      {mayScan && !isScanning && database.lookedAt && (
        <Daily project={project} database={database} />
      )}
      {mayScan && (
        <ScanButton project={project} connectorId={connectorId} scan={isScanning ? scan : null} />
      )}
    </li>
  );
}

function Told({ database }: { database: Coverage }) {
  const { t } = useTranslation('intelligence');
  const { number, ago } = useFormats();
  const { scan, looked, tables, unreadable, lookedAt, isBucket } = database;
  const partly = usePartly(database.partly);
  if (scan?.state === 'queued') return <p className={classes.told}>{t('coverage.queued')}</p>;
  if (scan?.state === 'running') {
    const share = scan.tables === 0 ? 0 : (100 * (scan.looked + scan.left)) / scan.tables;
    const told = t(isBucket ? 'coverage.runningFiles' : 'coverage.running', {
      count: scan.tables,
      looked: number(scan.looked),
      tables: number(scan.tables),
    });
    return (
      <div className={classes.running}>
        <p className={classes.told} aria-live="polite">
          {told}
        </p>
        <Progress value={share} size="xs" aria-label={told} />
      </div>
    );
  }
  if (lookedAt === null) return <p className={classes.told}>{t('coverage.never')}</p>;
  const left = scan?.left ?? 0;
  const parts = [
    t(isBucket ? 'coverage.lookedFiles' : 'coverage.looked', {
      count: tables,
      looked: number(looked),
      tables: number(tables),
    }),
    partly,
    unreadable > 0 && t('coverage.unreadable', { count: unreadable, number: number(unreadable) }),
    left > 0 && t('coverage.left', { count: left, number: number(left) }),
    ago(lookedAt),
  ];
  return <p className={classes.told}>{parts.filter(Boolean).join(' · ')}</p>;
}

/** What was looked at in part has findings of that part only. */
function usePartly({ size, time, columns }: Coverage['partly']): string | false {
  const { t, i18n } = useTranslation('intelligence');
  const { number } = useFormats();
  const reasons = [
    size > 0 && t('coverage.partlySize', { count: size, number: number(size) }),
    time > 0 && t('coverage.partlyTime', { count: time, number: number(time) }),
    columns > 0 && t('coverage.partlyColumns', { count: columns, number: number(columns) }),
  ].filter((reason) => reason !== false);
  if (reasons.length === 0) return false;
  return t('coverage.partly', { reasons: new Intl.ListFormat(i18n.language).format(reasons) });
}

type ScanButtonProps = { project: Project; connectorId: string; scan: Scan | null };

function ScanButton({ project, connectorId, scan }: ScanButtonProps) {
  const { t } = useTranslation('intelligence');
  const params = { projectId: project.id };
  const act = useMutation({
    mutationFn: async () => {
      if (scan) {
        await api.call(intelligenceRoutes.stopScan, { params: { ...params, scanId: scan.id } });
      } else await api.call(intelligenceRoutes.scan, { params, body: { connectorId } });
      await refreshIntelligence(project.id);
    },
    onError: notifyError,
  });
  const tap = useSingleTap(() => act.mutate());
  return (
    <Button
      variant={scan ? 'default' : 'filled'}
      size="xs"
      loading={act.isPending}
      leftSection={<Icon name={scan ? 'stop' : 'search'} />}
      onClick={tap}
    >
      {t(scan ? 'coverage.stop' : 'coverage.scan')}
    </Button>
  );
}

function Daily({ project, database }: { project: Project; database: Coverage }) {
  const { t } = useTranslation('intelligence');
  const { connectorId, isDaily, dailyFor } = database;
  const change = useMutation({
    mutationFn: async (next: boolean) => {
      const body = { connectorId, isDaily: next };
      await api.call(intelligenceRoutes.schedule, { params: { projectId: project.id }, body });
      await refreshIntelligence(project.id);
    },
    onError: notifyError,
  });
  return (
    <Switch
      size="xs"
      className={classes.daily ?? ''}
      label={t('coverage.daily')}
      title={isDaily && dailyFor ? t('coverage.dailyFor', { name: dailyFor }) : undefined}
      checked={change.isPending ? change.variables : isDaily}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}
