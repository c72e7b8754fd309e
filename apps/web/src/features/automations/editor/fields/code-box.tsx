import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { tableNamesQuery } from './table-names.ts';
import classes from './fields.module.css';

// The editor of code is loaded with the first field that has some.
const CodeArea = lazy(() => import('./code-area.tsx'));

type BoxProps = {
  label: string;
  text: string;
  hint?: string | undefined;
  error?: string | undefined;
  isReadOnly?: boolean;
  onText: (text: string) => void;
};

/** SQL for one database: its tables are completed as soon as they are known. */
export function SqlBox({ connectorId, ...box }: BoxProps & { connectorId: string | null }) {
  const tables = useQuery({
    ...tableNamesQuery(connectorId ?? ''),
    enabled: connectorId !== null && connectorId !== '',
  });
  return <CodeBox {...box} language="sql" tables={tables.data ?? noTables} />;
}

const noTables: readonly string[] = [];

type CodeBoxProps = BoxProps & { language: 'sql' | 'javascript'; tables?: readonly string[] };

export function CodeBox(props: CodeBoxProps) {
  const {
    label,
    language,
    tables = noTables,
    text,
    hint,
    error,
    isReadOnly = false,
    onText,
  } = props;
  return (
    <div>
      <div className={classes.legend}>{label}</div>
      <Suspense fallback={<div className={classes.code} />}>
        <CodeArea
          label={label}
          language={language}
          tables={tables}
          text={text}
          isInvalid={error !== undefined}
          isReadOnly={isReadOnly}
          onText={onText}
        />
      </Suspense>
      {error && <p className={classes.wrong}>{error}</p>}
      {hint && <p className={classes.note}>{hint}</p>}
    </div>
  );
}
