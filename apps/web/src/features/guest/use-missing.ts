import { email as emailRule } from '@causeway/contract/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type Field = { isMissing: boolean; message?: string };

/**
 * Fields are checked when the form is sent, not while somebody is still typing; after that a field's
 * message goes away as soon as it is right.
 */
export function useMissing<Name extends string>(fields: Record<Name, Field>) {
  const { t } = useTranslation('guest');
  const [isChecked, setChecked] = useState(false);
  return {
    errorOf: (name: Name) =>
      isChecked && fields[name].isMissing ? (fields[name].message ?? t('required')) : undefined,
    whenComplete: (act: () => void) => () => {
      const isComplete = Object.values<Field>(fields).every(({ isMissing }) => !isMissing);
      // What is sent begins anew: a field that is emptied since is not one that was forgotten.
      setChecked(!isComplete);
      if (isComplete) act();
    },
  };
}

export function emailField(text: string, message: string): Field {
  if (text.trim() === '') return { isMissing: true };
  return { isMissing: !emailRule.safeParse(text.trim()).success, message };
}
