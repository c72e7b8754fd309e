import { Textarea } from '@mantine/core';
import classes from './changes.module.css';

type ExpressionFieldProps = {
  label: string;
  description: string;
  value: string;
  onChange: (value: string) => void;
};

/** An expression of SQL; it stands as it is typed. */
export function ExpressionField({ label, description, value, onChange }: ExpressionFieldProps) {
  return (
    <Textarea
      className={classes.code}
      label={label}
      description={description}
      autosize
      minRows={1}
      maxRows={8}
      spellCheck={false}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
