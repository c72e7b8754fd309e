import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshBilling } from '#domain/billing/standing-query.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { useFormats } from '#platform/i18n/use-formats.ts';
import classes from './cap-form.module.css';
import { decimalOf, readCap, writeCap } from './cap-text.ts';

type CapFormProps = {
  label: string;
  /** What was spent, and what happens at the cap. */
  line: string;
  cap: string | null;
  onSave: (cap: string | null) => Promise<unknown>;
};

/** No more than this in a month; an empty field is no cap. */
export function CapForm({ label, line, cap, onSave }: CapFormProps) {
  const { t } = useTranslation('caps');
  const decimal = decimalOf(useFormats());
  const [text, setText] = useState(writeCap(cap, decimal));
  const save = useMutation({ mutationFn: onSave, onSuccess: refreshBilling });
  const wanted = readCap(text, decimal);
  const isAmount = wanted === '' || /^\d{1,9}(?:\.\d{1,6})?$/.test(wanted);
  const isChanged = wanted !== (cap ?? '');
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isAmount && isChanged) save.mutate(wanted === '' ? null : wanted);
      }}
    >
      <TextInput
        className={classes.grow}
        label={label}
        description={line}
        placeholder={t('none')}
        inputMode="decimal"
        value={text}
        error={isAmount ? save.error && errorText(save.error) : t('wrong')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        disabled={!isAmount || !isChanged}
        loading={save.isPending}
      >
        {t('save')}
      </Button>
    </form>
  );
}
