import { CodeBox, SqlBox } from './code-box.tsx';
import { useField } from './use-field.ts';

export function SqlField({ hint }: { hint: string }) {
  const { value: connectorId } = useField<string | null>('connectorId');
  const { value, label, error, isReadOnly, change } = useField<string>('sql');
  const field = { label, error, isReadOnly, hint };
  return <SqlBox {...field} connectorId={connectorId} text={value} onText={change} />;
}

export function CodeField({ name, hint }: { name: string; hint: string }) {
  const { value, label, error, isReadOnly, change } = useField<string>(name);
  const field = { label, error, isReadOnly, hint };
  return <CodeBox {...field} language="javascript" text={value} onText={change} />;
}
