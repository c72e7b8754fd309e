import { can } from '@causeway/contract/access.ts';
import { KEPT_DAYS } from '@causeway/contract/exports.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCurrentProject } from '#platform/current-project/use-current-project.ts';
import type { ExportDraft } from './export-draft.ts';
import classes from './export-dialog.module.css';

type DestinationChoiceProps = {
  draft: ExportDraft;
  fileName: string;
  onChange: (change: Partial<ExportDraft>) => void;
};

/** To this computer, now or when it is ready, or into a bucket of the project. Only the first needs the tab. */
export function DestinationChoice({ draft, fileName, onChange }: DestinationChoiceProps) {
  const { t } = useTranslation('exports');
  const { project } = useCurrentProject();
  const mayWrite = project !== undefined && can(project.role, 'storage.write');
  const buckets = (project?.connectors ?? []).filter(
    ({ implementation }) => mayWrite && implementation !== 'sql',
  );
  const { to } = draft;
  return (
    <div className={classes.destination}>
      <NativeSelect
        label={t('destination.label')}
        description={t(`destination.${to.kind}Line`, { count: KEPT_DAYS })}
        inputWrapperOrder={['label', 'input', 'description']}
        value={to.kind === 'bucket' ? to.connectorId : to.kind}
        data={[
          { value: 'download', label: t('destination.disk') },
          { value: 'kept', label: t('destination.kept') },
          ...buckets.map(({ id, name }) => ({
            value: id,
            label: t('destination.bucket', { name }),
          })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ to: destinationNamed(value) })}
      />
      {to.kind === 'bucket' && (
        <>
          <TextInput
            label={t('destination.key')}
            value={draft.key ?? fileName}
            spellCheck={false}
            onChange={({ currentTarget: { value } }) => onChange({ key: value })}
          />
          <Checkbox
            className={classes.whole}
            size="xs"
            label={t('destination.overwrite')}
            checked={draft.overwrite}
            onChange={({ currentTarget: { checked } }) => onChange({ overwrite: checked })}
          />
        </>
      )}
    </div>
  );
}

function destinationNamed(value: string): ExportDraft['to'] {
  return value === 'download' || value === 'kept'
    ? { kind: value }
    : { kind: 'bucket', connectorId: value };
}
