import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

type WholeNumberInputProps = Omit<NumberInputProps, 'value' | 'onChange' | 'min' | 'max'> & {
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
};

/**
 * A whole number that there always is: while the field is empty, since another one is about to be
 * typed, or holds one that does not fit, the last one counts, and stands there again once it is left.
 */
export function WholeNumberInput({ value, min, max, onChange, ...rest }: WholeNumberInputProps) {
  const [unfit, setUnfit] = useState<number | string>();
  return (
    <NumberInput
      {...rest}
      min={min}
      max={max}
      allowDecimal={false}
      value={unfit ?? value}
      onChange={(next) => {
        const isFit = typeof next === 'number' && next >= min && next <= max;
        setUnfit(isFit ? undefined : next);
        if (isFit) onChange(next);
      }}
      onBlur={() => setUnfit(undefined)}
    />
  );
}
