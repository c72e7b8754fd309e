import { NativeSelect, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './read-step.module.css';

type CharacterFieldProps = {
  label: ReactNode;
  value: string;
  known: string[];
  onChange: (value: string) => void;
};

const names: Record<string, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  ' ': 'space',
  '"': 'double',
  "'": 'single',
  '': 'none',
};
const OTHER = 'other';

/** One character: the usual ones by name, any other as it is. */
export function CharacterField({ label, value, known, onChange }: CharacterFieldProps) {
  const { t } = useTranslation('imports');
  const [isOther, setIsOther] = useState(false);
  const isUnusual = isOther || !known.includes(value);
  return (
    <div className={classes.character}>
      <NativeSelect
        label={label}
        value={isUnusual ? OTHER : value}
        data={[
          ...known.map((one) => ({ value: one, label: t(`character.${names[one] ?? OTHER}`) })),
          { value: OTHER, label: t('character.other') },
        ]}
        onChange={({ currentTarget: { value: next } }) => {
          setIsOther(next === OTHER);
          if (next !== OTHER) onChange(next);
        }}
      />
      {isUnusual && (
        <TextInput
          className={classes.one}
          aria-label={t('character.which')}
          maxLength={1}
          value={known.includes(value) ? '' : value}
          onChange={({ currentTarget: { value: next } }) => {
            if (next.length === 1) onChange(next);
          }}
        />
      )}
    </div>
  );
}
