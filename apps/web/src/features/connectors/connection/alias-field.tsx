import classes from './alias-field.module.css';

type AliasFieldProps = { label: string; alias: string; onChange: (alias: string) => void };

/** Enter or leaving saves, Escape gives the old name back. */
export function AliasField({ label, alias, onChange }: AliasFieldProps) {
  return (
    <input
      key={alias}
      className={classes.alias}
      aria-label={label}
      defaultValue={alias}
      maxLength={200}
      placeholder="–"
      autoComplete="off"
      onBlur={(event) => {
        if (event.currentTarget.value.trim() !== alias) onChange(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.value = alias;
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
