import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { OpenConfirmation } from './confirm-dialog.ts';
import classes from './confirm-modal.module.css';

export default function ConfirmModal({ confirmation }: { confirmation: OpenConfirmation }) {
  const { t } = useTranslation('ui');
  const { title, losses, lead = 'lost', confirmLabel, typedName, answer } = confirmation;
  const [typed, setTyped] = useState('');
  const mayConfirm = typedName === undefined || typed.trim() === typedName;

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (mayConfirm) answer(true);
  };

  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={title}
      classNames={{ title: classes.title }}
      closeButtonProps={{ 'aria-label': t('confirm.cancel') }}
      size={440}
      returnFocus={false}
      centered
    >
      <form onSubmit={submit}>
        <p className={classes.lead}>
          {typeof lead === 'string' ? t(`confirm.${lead}`) : lead.text}
        </p>
        <ul className={classes.losses}>
          {losses.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
        {typedName !== undefined && (
          <TextInput
            mt="md"
            label={
              <Trans
                i18nKey="confirm.typeName"
                ns="ui"
                values={{ name: typedName }}
                components={{ strong: <strong /> }}
              />
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button
            variant="default"
            onClick={() => answer(false)}
            data-autofocus={typedName === undefined || undefined}
          >
            {t('confirm.cancel')}
          </Button>
          <Button type="submit" color="red" disabled={!mayConfirm}>
            {confirmLabel}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
