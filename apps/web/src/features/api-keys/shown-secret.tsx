import type { KeyWithSecret } from '@causeway/contract/api-keys.ts';
import type { Project } from '@causeway/contract/projects.ts';
import { Button, Checkbox, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedWork } from '#platform/navigation/unsaved-work.ts';
import { Icon } from '#ui/icon.tsx';
import { useCopy } from '#ui/use-copy.tsx';
import { ExamplesView } from './examples-view.tsx';
import classes from './shown-secret.module.css';

type ShownSecretProps = { project: Project; made: KeyWithSecret; onClose: () => void };

/** The one time a key is shown. It closes once it was copied, or somebody says they have it. */
export function ShownSecret({ project, made, onClose }: ShownSecretProps) {
  const { t } = useTranslation('api-keys');
  const clipboard = useCopy();
  const [isKept, setKept] = useState(false);
  useUnsavedWork(!isKept);

  async function copyKey() {
    if (await clipboard.copy(made.secret)) setKept(true);
  }

  return (
    <Modal
      opened
      onClose={() => {
        if (isKept) onClose();
      }}
      title={t('shown.title', { name: made.key.name })}
      size={640}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <div className={classes.body}>
        <p className={classes.warning}>
          <Icon name="warning" />
          {t('shown.once')}
        </p>
        <div className={classes.secret}>
          <code className={classes.text} data-testid="secret" data-private>
            {made.secret}
          </code>
          <Button
            size="compact-sm"
            leftSection={<Icon name={clipboard.isCopied ? 'check' : 'copy'} size={14} />}
            onClick={() => void copyKey()}
          >
            {clipboard.isCopied ? t('shown.copied') : t('shown.copy')}
          </Button>
        </div>
        <div data-private>
          <ExamplesView project={project} scopes={made.key.scopes} secret={made.secret} />
        </div>
        <div className={classes.foot}>
          <Checkbox
            label={t('shown.kept')}
            checked={isKept}
            onChange={(event) => setKept(event.currentTarget.checked)}
          />
          <Button disabled={!isKept} onClick={onClose}>
            {t('shown.done')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
