import type { ArtifactOf } from '@causeway/contract/artifacts.ts';
import { useTranslation } from 'react-i18next';
import { ArtifactFrame } from './artifact-frame.tsx';
import classes from './artifact-note.module.css';
import { ResultTable } from './result-table.tsx';

export function TableArtifact({ artifact }: { artifact: ArtifactOf<'table'> }) {
  const { t } = useTranslation('artifacts');
  const { title, fields, rows } = artifact;
  return (
    <ArtifactFrame
      icon="table"
      title={title}
      actions={<span className={classes.note}>{t('rows', { count: rows.length })}</span>}
    >
      <ResultTable label={title} fields={fields} rows={rows} />
    </ArtifactFrame>
  );
}
