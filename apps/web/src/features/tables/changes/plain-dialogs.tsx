import type { TableName } from '@causeway/contract/tables/names.ts';
import { useTranslation } from 'react-i18next';
import type { Source } from '../tables-query.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { validateRule } from './change-sql.ts';
import { switchTrigger } from './trigger-sql.ts';

type PlainDialogProps = { source: Source; table: TableName; name: string; onClose: () => void };

/** Changes with nothing to choose: what happens, and the SQL of it. */
export function SwitchTriggerDialog(props: PlainDialogProps & { isEnabled: boolean }) {
  const { source, table, name, isEnabled, onClose } = props;
  const { t } = useTranslation('structure');
  return (
    <ChangeDialog
      source={source}
      title={t(isEnabled ? 'trigger.offTitle' : 'trigger.onTitle', { name })}
      statements={switchTrigger(table, name, !isEnabled)}
      action={t(isEnabled ? 'trigger.off' : 'trigger.on')}
      onClose={onClose}
    >
      <p>{t(isEnabled ? 'trigger.offLine' : 'trigger.onLine')}</p>
    </ChangeDialog>
  );
}

export function ValidateDialog({ source, table, name, onClose }: PlainDialogProps) {
  const { t } = useTranslation('structure');
  return (
    <ChangeDialog
      source={source}
      title={t('rule.validateTitle', { name })}
      statements={validateRule(table, name)}
      action={t('rule.validate')}
      onClose={onClose}
    >
      <p>{t('rule.validateLine')}</p>
    </ChangeDialog>
  );
}
