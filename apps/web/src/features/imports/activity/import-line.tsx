import { can } from '@causeway/contract/access.ts';
import type { ImportRecord, ImportState } from '@causeway/contract/imports/records.ts';
import { settingsNameOf } from '@causeway/contract/tables/names.ts';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import { AppLink } from '#platform/navigation/app-link.tsx';
import { Icon } from '#ui/icon.tsx';
import { StatusDot, type StatusTone } from '#ui/status-dot.tsx';
import { useImportHref } from '../import-address.ts';
import { isAtWork } from '#domain/transfers/list-query.ts';
import { JobProgress } from '../run/job-view.tsx';
import classes from './lists.module.css';
import { fileNameOf } from '../names.ts';
import { StopImport } from '../run/stop-import.tsx';

const tones: Record<ImportState, StatusTone> = {
  uploading: 'busy',
  ready: 'idle',
  queued: 'busy',
  running: 'busy',
  checked: 'idle',
  refused: 'changed',
  done: 'good',
  failed: 'failed',
  cancelled: 'idle',
};

export function ImportLine({ connectorId, record }: { connectorId: string; record: ImportRecord }) {
  const { t } = useTranslation('imports');
  const { ago, number } = useFormats();
  const importHref = useImportHref();
  const { project } = useCurrentProject();
  const mayWrite = project !== undefined && can(project.role, 'sql.write');
  const { state, plan, result, startedBy, createdAt } = record;
  const written = result ? result.inserted + result.updated : 0;
  return (
    <li className={classes.line}>
      <span className={classes.mark}>
        <Icon name="upload" />
      </span>
      <div className={classes.words}>
        {mayWrite ? (
          <AppLink
            className={classes.name}
            href={importHref({ importId: record.id, step: plan ? 'check' : 'read' })}
          >
            {fileNameOf(record.source)}
          </AppLink>
        ) : (
          <span className={classes.name}>{fileNameOf(record.source)}</span>
        )}
        <p className={classes.facts}>
          {[
            ...(plan ? [t('activity.into', { name: settingsNameOf(plan.target) })] : []),
            ...(state === 'done'
              ? [t('job.rows', { count: written, number: number(written) })]
              : []),
            ...(result && result.rejected > 0
              ? [t('rejects.title', { count: result.rejected, number: number(result.rejected) })]
              : []),
            ...(startedBy ? [startedBy.name] : []),
            ago(createdAt),
          ].join(' · ')}
        </p>
        {isAtWork(record) && <JobProgress record={record} />}
        {record.error && <p className={classes.error}>{errorText(record.error)}</p>}
      </div>
      <div className={classes.actions}>
        <StatusDot tone={tones[state]} label={t(`state.${state}`)} />
        <StopImport connectorId={connectorId} record={record} />
      </div>
    </li>
  );
}
