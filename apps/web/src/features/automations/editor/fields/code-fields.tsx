import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { tableNamesQuery } from './table-names.ts';
import classes from './fields.module.css';
import { useField } from './use-field.ts';

// The editor of code is loaded with the first step that has some.
const CodeArea = lazy(() => import('./code-area.tsx'));

export function SqlField({ hint }: { hint: string }) {
  const { value: connectorId } = useField<string | null>('connectorId');
  const tables = useQuery({
    ...tableNamesQuery(connectorId ?? ''),
    enabled: connectorId !== null,
  });
  return <CodeField name="sql" language="sql" tables={tables.data ?? noTables} hint={hint} />;
}

const noTables: readonly string[] = [];

type CodeFieldProps = {
  name: string;
  language: 'sql' | 'javascript';
  hint: string;
  tables?: readonly string[];
};

export function CodeField({ name, language, hint, tables = noTables }: CodeFieldProps) {
  const { value, label, error, isReadOnly, change } = useField<string>(name);
  return (
    <div>
      <div className={classes.legend}>{label}</div>
      <Suspense fallback={<div className={classes.code} />}>
        <CodeArea
          label={label}
          language={language}
          tables={tables}
          text={value}
          isInvalid={error !== undefined}
          isReadOnly={isReadOnly}
          onText={change}
        />
      </Suspense>
      {error && <p className={classes.wrong}>{error}</p>}
      <p className={classes.note}>{hint}</p>
    </div>
  );
}
