import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type EmailFieldProps = {
  value: string;
  error: ReactNode;
  autoFocus?: boolean;
  onChange: (email: string) => void;
};

export function EmailField({ value, error, autoFocus, onChange }: EmailFieldProps) {
  const { t } = useTranslation('guest');
  return (
    <TextInput
      type="email"
      label={t('email')}
      autoComplete="username"
      autoFocus={autoFocus}
      required
      withAsterisk={false}
      error={error}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
