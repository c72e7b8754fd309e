import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ways.module.css';

type WayBarProps = { label: string; children: ReactNode };

/** By what the rows below are drawn. */
export function WayBar({ label, children }: WayBarProps) {
  return (
    <section className={classes.bar} aria-label={label}>
      {children}
    </section>
  );
}

type ColumnChoiceProps = {
  label: string;
  value: string;
  choices: readonly { name: string; label: string }[];
  /** What no column is called; undefined where there has to be one. */
  none?: string;
  onChange: (name: string) => void;
};

export function ColumnChoice({ label, value, choices, none, onChange }: ColumnChoiceProps) {
  const options = choices.map((column) => ({ value: column.name, label: column.label }));
  return (
    <label className={classes.choice}>
      <span>{label}</span>
      <NativeSelect
        size="xs"
        data={none === undefined ? options : [{ value: '', label: none }, ...options]}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
