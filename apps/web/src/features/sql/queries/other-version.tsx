import type { SavedQuery } from '@causeway/contract/sql/queries.ts';
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TextDifference } from '#platform/code-editor/text-difference.tsx';
import classes from './versions-dialog.module.css';

type OtherVersionProps = {
  theirs: SavedQuery;
  mine: string;
  isSaving: boolean;
  onOver: () => void;
  onOpen: () => void;
};

/** Somebody saved the query since it was opened here: what would go of theirs, and what would come. */
export default function OtherVersion(props: OtherVersionProps) {
  const { theirs, mine, isSaving, onOver, onOpen } = props;
  const { t } = useTranslation('sql');
  return (
    <section role="alert">
      <p>{t('saved.conflict', { version: theirs.version })}</p>
      <TextDifference
        isSql
        key={theirs.version}
        className={classes.difference}
        before={theirs.sql}
        after={mine}
        label={t('saved.conflictDifference')}
      />
      <Group gap="xs" mt="sm">
        <Button variant="default" disabled={isSaving} onClick={onOpen}>
          {t('saved.openTheirs')}
        </Button>
        <Button variant="light" color="red" loading={isSaving} onClick={onOver}>
          {t('saved.saveOver', { version: theirs.version + 1 })}
        </Button>
      </Group>
    </section>
  );
}
