import { NativeSelect, NumberInput, Switch, TagsInput, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useField } from './use-field.ts';

type Named = { name: string; hint?: string };

type TextFieldProps = Named & { isCode?: boolean; ref?: Ref<HTMLInputElement> };

/** A text that is taken as it is written. */
export function TextField({ name, hint, isCode = false, ref }: TextFieldProps) {
  const { value, label, error, isReadOnly, change } = useField<string>(name);
  return (
    <TextInput
      ref={ref}
      label={label}
      description={hint}
      error={error}
      readOnly={isReadOnly}
      value={value}
      spellCheck={!isCode}
      styles={isCode ? { input: { fontFamily: 'var(--font-mono)' } } : {}}
      onChange={({ currentTarget: { value: next } }) => change(next)}
    />
  );
}

type NumberFieldProps = Named & { min: number; max: number; isDecimal?: boolean };

export function NumberField({ name, hint, min, max, isDecimal = false }: NumberFieldProps) {
  const { value, label, error, isReadOnly, change } = useField<number>(name);
  return (
    <NumberInput
      label={label}
      description={hint}
      error={error}
      readOnly={isReadOnly}
      min={min}
      max={max}
      clampBehavior="blur"
      allowDecimal={isDecimal}
      value={value}
      onChange={(next) => {
        if (typeof next === 'number' && next >= min && next <= max) change(next);
      }}
    />
  );
}

/** One of a few; their names are texts below `choice.<name>`. */
export function ChoiceField({ name, hint, options }: Named & { options: readonly string[] }) {
  const { t } = useTranslation('editor');
  const { value, label, error, isReadOnly, change } = useField<string>(name);
  const key = name.replaceAll('.', '_');
  return (
    <NativeSelect
      label={label}
      description={hint}
      error={error}
      disabled={isReadOnly}
      value={value}
      data={options.map((option) => ({ value: option, label: t(`choice.${key}.${option}`) }))}
      onChange={({ currentTarget: { value: next } }) => change(next)}
    />
  );
}

export function SwitchField({ name, hint }: Named) {
  const { value, label, isReadOnly, change } = useField<boolean>(name);
  return (
    <Switch
      label={label}
      description={hint}
      disabled={isReadOnly}
      checked={value}
      onChange={({ currentTarget: { checked } }) => change(checked)}
    />
  );
}

/** Names in a row, each ended by Enter or a comma. */
export function NamesField({ name, hint }: Named) {
  const { value, label, error, isReadOnly, change } = useField<string[]>(name);
  return (
    <TagsInput
      label={label}
      description={hint}
      error={error}
      readOnly={isReadOnly}
      value={value}
      onChange={change}
    />
  );
}
