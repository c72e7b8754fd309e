import { Autocomplete } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './changes.module.css';

/** What is chosen most; anything else the database knows can be typed. */
const types = [
  'text',
  'varchar(255)',
  'integer',
  'bigint',
  'numeric(12,2)',
  'double precision',
  'boolean',
  'date',
  'timestamptz',
  'timestamp',
  'time',
  'interval',
  'uuid',
  'jsonb',
  'json',
  'bytea',
  'text[]',
  'integer[]',
  'inet',
  'bigint generated always as identity',
];

type TypeFieldProps = {
  value: string;
  onChange: (type: string) => void;
  /** In a list of columns, whose heads say what stands where. */
  label?: string;
};

export function TypeField({ value, onChange, label }: TypeFieldProps) {
  const { t } = useTranslation('structure');
  return (
    <Autocomplete
      className={classes.code}
      {...(label === undefined ? { label: t('type') } : { 'aria-label': label })}
      // All of them until something is typed that narrows them: a type that stands there is no search.
      filter={({ options, search }) =>
        types.includes(search) ? options : options.filter((one) => nameOf(one).includes(search))
      }
      maxDropdownHeight={260}
      data={types}
      value={value}
      onChange={onChange}
    />
  );
}

function nameOf(option: object): string {
  return 'value' in option ? String(option.value) : '';
}
