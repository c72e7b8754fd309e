import {
  asText,
  parseTemplate,
  readPath,
  type Template,
} from '@causeway/contract/automations/expressions.ts';
import { workflowTestRoutes } from '@causeway/contract/automations/runs.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '#platform/api/api.ts';
import { useEditor } from '../editor-context.ts';
import classes from './fields.module.css';
import { useScope } from './use-scope.ts';
import { useRunMessage } from '#domain/workflows/use-run-message.ts';

/** What a text with expressions would be with the values on screen. */
export function ExpressionPreview({ text }: { text: string }) {
  const template = text.includes('{{') ? readTemplate(text) : undefined;
  if (!template) return null;
  const isCode = template.parts.some(({ kind }) => kind === 'code');
  return isCode ? <CodePreview text={text} /> : <PathPreview template={template} />;
}

function PathPreview({ template }: { template: Template }) {
  const scope = useScope();
  const values = template.parts.map((part) =>
    part.kind === 'text' ? part.text : part.kind === 'path' ? readPath(scope, part.path) : null,
  );
  return <Shown value={template.isWhole ? values[0] : values.map(asText).join('')} />;
}

/** More than a path is code, which only the server's sandbox evaluates. */
function CodePreview({ text }: { text: string }) {
  const { projectId } = useEditor();
  const scope = useScope();
  const runMessage = useRunMessage();
  const [asked] = useDebouncedValue(text, 400);
  const { data } = useQuery({
    queryKey: ['workflow-expression', projectId, asked, scope],
    queryFn: ({ signal }) =>
      api.call(
        workflowTestRoutes.evaluate,
        { params: { projectId }, body: { text: asked, scope } },
        { signal },
      ),
    retry: false,
    staleTime: 60_000,
  });
  if (!data) return null;
  return 'error' in data ? (
    <p className={classes.wrong}>{runMessage({ message: data.error })}</p>
  ) : (
    <Shown value={data.value} />
  );
}

const MOST_CHARACTERS = 160;

function Shown({ value }: { value: unknown }) {
  const { t } = useTranslation('editor');
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return (
    <output className={classes.preview} aria-label={t('values.preview')}>
      = {text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text}
    </output>
  );
}

function readTemplate(text: string): Template | undefined {
  try {
    return parseTemplate(text);
  } catch {
    return undefined;
  }
}
