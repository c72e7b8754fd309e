import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/icon.tsx';
import { shownName } from '../keys.ts';
import classes from './tray.module.css';
import { answerClash, type ClashAnswer, type Upload } from './upload-queue.ts';

type AskedUploadProps = { upload: Upload; othersCount: number };

/** There is an object of that name: nothing is written over without being asked. */
export function AskedUpload({ upload, othersCount }: AskedUploadProps) {
  const { t } = useTranslation('storage');
  const [forAll, setForAll] = useState(false);
  const answer = (choice: ClashAnswer) => answerClash(upload.id, choice, { forAll });
  return (
    <div className={classes.question} role="alert">
      <p>
        <Icon name="warning" size={14} /> {t('clash.question', { name: shownName(upload.key) })}
      </p>
      <div className={classes.answers}>
        <Button size="compact-xs" variant="default" onClick={() => answer('keep-both')}>
          {t('clash.keepBoth')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => answer('replace')}>
          {t('clash.replace')}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => answer('skip')}>
          {t('clash.skip')}
        </Button>
      </div>
      {othersCount > 0 && (
        <Checkbox
          size="xs"
          label={t('clash.forAll', { count: othersCount })}
          checked={forAll}
          onChange={(event) => setForAll(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}
