import type { TableDetails } from '@causeway/contract/tables/details.ts';
import type { TableStructure } from '@causeway/contract/tables/structure.ts';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import text from '#ui/text.module.css';
import type { Source } from '../tables-query.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { setSecurity } from './policy-sql.ts';

type SecurityDialogProps = {
  source: Source;
  details: TableDetails;
  structure: TableStructure;
  onClose: () => void;
};

/** Begins with what the button said: on where it was off. Forced where it is off has no effect. */
export function SecurityDialog({ source, details, structure, onClose }: SecurityDialogProps) {
  const { t } = useTranslation('structure');
  const before = { isOn: structure.hasRowSecurity, isForced: structure.isSecurityForced };
  const [after, setAfter] = useState({ ...before, isOn: before.isOn || !before.isForced });
  const hasOpening = structure.policies.some(({ isPermissive }) => isPermissive);
  const isSwitchedOff = before.isOn && !after.isOn;
  return (
    <ChangeDialog
      source={source}
      title={t('security.title', { name: details.name })}
      statements={setSecurity({ schema: details.schema, table: details.name }, before, after)}
      action={t('change.apply')}
      {...(isSwitchedOff && { loss: t('security.offLoss') })}
      onClose={onClose}
    >
      <Checkbox
        label={t('security.on')}
        description={t('security.onLine')}
        checked={after.isOn}
        onChange={({ currentTarget: { checked } }) => setAfter({ ...after, isOn: checked })}
      />
      <Checkbox
        label={t('security.forced')}
        description={t('security.forcedLine', { owner: structure.owner })}
        checked={after.isForced}
        onChange={({ currentTarget: { checked } }) => setAfter({ ...after, isForced: checked })}
      />
      {after.isOn && !hasOpening && (
        <output className={text.warningBox}>
          {t(after.isForced ? 'security.hidesAllEverybody' : 'security.hidesAll')}
        </output>
      )}
    </ChangeDialog>
  );
}
