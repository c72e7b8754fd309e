import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { KeyHint } from '#ui/key-hint.tsx';
import classes from './shortcuts.module.css';

const shortcuts = [
  { keys: ['mod+K'], key: 'palette' },
  { keys: ['mod+B'], key: 'left' },
  { keys: ['mod+J'], key: 'bottom' },
  { keys: ['mod+I'], key: 'right' },
  { keys: ['?'], key: 'list' },
  { keys: ['alt+up', 'alt+down'], key: 'move' },
  { keys: ['left', 'right'], key: 'resize' },
  { keys: ['enter'], key: 'reset' },
];

export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shortcuts.title')}
      size={460}
      closeButtonProps={{ 'aria-label': t('shortcuts.close') }}
    >
      <dl className={classes.list}>
        {shortcuts.map(({ keys, key }) => (
          <div key={key} className={classes.row}>
            <dt>{t(`shortcuts.${key}`)}</dt>
            <dd className={classes.keys}>
              {keys.map((combination) => (
                <KeyHint key={combination} keys={combination} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
