import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useShownPageActions } from '#platform/page-actions.ts';
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
  const here = useShownPageActions().filter(({ keys }) => keys);
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
          <Row key={key} name={t(`shortcuts.${key}`)} keys={keys} />
        ))}
      </dl>
      {here.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('shortcuts.here')}</h3>
          <dl className={classes.list}>
            {here.map(({ id, name, keys }) => (
              <Row key={id} name={name} keys={keys ?? []} />
            ))}
          </dl>
        </>
      )}
    </Modal>
  );
}

function Row({ name, keys }: { name: string; keys: string[] }) {
  return (
    <div className={classes.row}>
      <dt>{name}</dt>
      <dd className={classes.keys}>
        {keys.map((combination) => (
          <KeyHint key={combination} keys={combination} />
        ))}
      </dd>
    </div>
  );
}
