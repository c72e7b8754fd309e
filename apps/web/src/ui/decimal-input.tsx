import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

type DecimalInputProps = Omit<NumberInputProps, 'value' | 'onChange'> & {
  value: number | null;
  /** Null where the field is empty. */
  onChange: (value: number | null) => void;
};

/**
 * A number as the language writes it. What is typed stands as it is until the field is left: a sign or
 * a separator is no number yet, and gone it would make 15 of -1.5.
 */
export function DecimalInput({ value, onChange, onBlur, ...rest }: DecimalInputProps) {
  const { i18n } = useTranslation();
  const [typed, setTyped] = useState<number | string>();
  return (
    <NumberInput
      {...rest}
      valueIsNumericString
      decimalSeparator={separatorOf(i18n.language)}
      value={typed ?? value ?? ''}
      onChange={(next) => {
        setTyped(next);
        if (next === '') onChange(null);
        else if (Number.isFinite(Number(next))) onChange(Number(next));
      }}
      onBlur={(event) => {
        setTyped(undefined);
        onBlur?.(event);
      }}
    />
  );
}

function separatorOf(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}
