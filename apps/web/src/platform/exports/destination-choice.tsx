import { can } from '@causeway/contract/access.ts';
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

/** To this computer, or into a bucket of the project; the latter goes on when the page is closed. */
export function DestinationChoice({ draft, fileName, onChange }: DestinationChoiceProps) {
  const { t } = useTranslation('exports');
  const { project } = useCurrentProject();
  const buckets = (project?.connectors ?? []).filter(
    ({ implementation }) => implementation !== 'sql',
  );
  const mayWrite = project !== undefined && can(project.role, 'storage.write');
  if (buckets.length === 0 || !mayWrite) return null;
  return (
    <div className={classes.destination}>
      <NativeSelect
        label={t('destination.label')}
        value={draft.bucketId ?? ''}
        data={[
          { value: '', label: t('destination.disk') },
          ...buckets.map(({ id, name }) => ({
            value: id,
            label: t('destination.bucket', { name }),
          })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ bucketId: value || null })}
      />
      {draft.bucketId !== null && (
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
