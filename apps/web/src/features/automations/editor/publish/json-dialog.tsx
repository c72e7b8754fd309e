import type { Workflow } from '@causeway/contract/automations/workflows.ts';
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveDefinition } from '#domain/workflows/save-definition.ts';
import { FileButton } from '#ui/file-button.tsx';
import { useTypedGuard } from '#platform/navigation/use-typed-guard.ts';
import type { WorkflowDraft } from '../use-workflow-draft.ts';
import classes from '../workflow-editor.module.css';
import { type Fault, readDefinition } from './read-definition.ts';
import { placeParts } from '../lay-out.ts';

type JsonDialogProps = { workflow: Workflow; draft: WorkflowDraft; onClose: () => void };

/** The workflow as text, out and in. Secrets are never part of it: only the ids of credentials are. */
export default function JsonDialog({ workflow, draft, onClose }: JsonDialogProps) {
  const { t } = useTranslation('editor');
  const [text, setText] = useState(() => JSON.stringify(draft.definition, null, 2));
  const [faults, setFaults] = useState<Fault[]>([]);

  function show(written: string) {
    setText(written);
    setFaults([]);
  }

  function take() {
    const read = readDefinition(text);
    if (Array.isArray(read)) setFaults(read);
    else {
      draft.change(placeParts(read));
      onClose();
    }
  }
  const guard = useTypedGuard(onClose);

  return (
    <Modal
      opened
      {...guard}
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
          error={faults.length > 0 && <Faults faults={faults} />}
          classNames={{ input: classes.json ?? '', error: classes.faults ?? '' }}
          onChange={({ currentTarget: { value } }) => show(value)}
        />
        <Group justify="flex-end" gap="xs">
          <FileButton
            accept="application/json,.json"
            onChange={(file) => void file?.text().then(show)}
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

function Faults({ faults }: { faults: Fault[] }) {
  const { t } = useTranslation('editor');
  return faults.map((fault) => {
    const { kind, part, field } = fault;
    return (
      <span key={`${kind} ${part} ${field}`} className={classes.fault}>
        {part !== '' && <b>{part}: </b>}
        {t(`json.fault.${kind}`, { field })}
      </span>
    );
  });
}
