import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { KeyHint } from '#ui/key-hint.tsx';
import classes from './keys-dialog.module.css';

const keys = [
  ['run', 'mod+enter'],
  ['runAll', 'mod+shift+enter'],
  ['cancel', 'mod+.'],
  ['complete', 'mod+space'],
  ['save', 'mod+S'],
  ['format', 'shift+alt+F'],
  ['explain', 'mod+shift+E'],
  ['find', 'mod+F'],
  ['comment', 'mod+/'],
] as const;

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sql');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('toolbar.keys')}
      size={420}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <dl className={classes.keys}>
        {keys.map(([name, key]) => (
          <div key={name}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd>
              <KeyHint keys={key} />
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
