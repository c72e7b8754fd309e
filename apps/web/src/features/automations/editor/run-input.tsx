import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import { readValue } from './fields/template-field.tsx';
import classes from './workflow-editor.module.css';

type Asked = { name: string; type: 'text' | 'number' | 'boolean' | 'json'; isRequired: boolean };
type RunInputProps = {
  fields: readonly Asked[];
  onStart: (input: unknown) => void;
  onClose: () => void;
};

/** What a workflow that is started by hand asks for. */
export function RunInput({ fields, onStart, onClose }: RunInputProps) {
  const { t } = useTranslation('editor');
  const [values, setValues] = useState<Record<string, unknown>>({});
  const set = (name: string, value: unknown) => setValues({ ...values, [name]: value });
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    onStart(values);
    onClose();
  }
  const guard = useTypedGuard(onClose);
  return (
    <Modal
      opened
      {...guard}
      title={t('bar.run')}
      closeButtonProps={{ 'aria-label': t('automations:close') }}
    >
      <form className={classes.form} onSubmit={submit}>
        {fields.map(({ name, type, isRequired }) =>
          type === 'boolean' ? (
            <Checkbox
              key={name}
              label={name}
              onChange={({ currentTarget: { checked } }) => set(name, checked)}
            />
          ) : (
            <TextInput
              key={name}
              label={name}
              required={isRequired}
              type={type === 'number' ? 'number' : 'text'}
              onChange={({ currentTarget: { value } }) =>
                set(
                  name,
                  type === 'number' ? Number(value) : type === 'json' ? readValue(value) : value,
                )
              }
            />
          ),
        )}
        <Group justify="flex-end">
          <Button type="submit">{t('bar.run')}</Button>
        </Group>
      </form>
    </Modal>
  );
}
