import { definition as definitionForm } from '@causeway/contract/automations/definition.ts';
import type { Workflow } from '@causeway/contract/automations/workflows.ts';
import { Button, FileButton, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDefinition } from '#domain/workflows/save-definition.ts';
import type { WorkflowDraft } from '../use-workflow-draft.ts';
import classes from '../workflow-editor.module.css';

type JsonDialogProps = { workflow: Workflow; draft: WorkflowDraft; onClose: () => void };

/** The workflow as text, out and in. Secrets are never part of it: only the ids of credentials are. */
export default function JsonDialog({ workflow, draft, onClose }: JsonDialogProps) {
  const { t } = useTranslation('editor');
  const [text, setText] = useState(() => JSON.stringify(draft.definition, null, 2));
  const [problem, setProblem] = useState<string>();

  function take() {
    const read = readDefinition(text);
    if (typeof read === 'string') setProblem(read);
    else {
      draft.change(read);
      onClose();
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size={820}
      title={t('bar.json')}
      closeButtonProps={{ 'aria-label': t('automations:close') }}
    >
      <div className={classes.form}>
        <p className={classes.line}>{t('json.line')}</p>
        <Textarea
          data-autofocus
          aria-label={t('bar.json')}
          autosize
          minRows={14}
          maxRows={24}
          spellCheck={false}
          value={text}
          error={problem}
          styles={{ input: { fontFamily: 'var(--font-mono)', fontSize: 'var(--text-xs)' } }}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            setProblem(undefined);
          }}
        />
        <Group justify="flex-end" gap="xs">
          <FileButton
            accept="application/json,.json"
            onChange={(file) => void file?.text().then(setText)}
          >
            {(button) => (
              <Button variant="default" {...button}>
                {t('json.upload')}
              </Button>
            )}
          </FileButton>
          <Button variant="default" onClick={() => saveDefinition(workflow.name, draft.definition)}>
            {t('json.download')}
          </Button>
          <Button onClick={take}>{t('json.take')}</Button>
        </Group>
      </div>
    </Modal>
  );
}

function readDefinition(text: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return (error as Error).message;
  }
  const read = definitionForm.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
}
