import { ActionIcon, Badge, Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { KeyHint } from '#ui/key-hint.tsx';
import { LocalizedFields } from '#ui/localized-fields.tsx';
import { StatusDot } from '#ui/status-dot.tsx';
import classes from './ui-controls.module.css';

const languages = ['en', 'de', 'fr', 'it'];

export function UiControls() {
  const { t } = useTranslation('debug');
  const [title, setTitle] = useState<Record<string, string | null | undefined>>({
    en: 'Summer sale',
    de: 'Sommerschlussverkauf',
  });
  return (
    <div className={classes.controls}>
      <div className={classes.row}>
        <Button leftSection={<Icon name="plus" />}>{t('ui.primary')}</Button>
        <Button variant="default">{t('ui.secondary')}</Button>
        <Button variant="light">{t('ui.soft')}</Button>
        <Button variant="subtle">{t('ui.quiet')}</Button>
        <Button color="red">{t('ui.danger')}</Button>
        <Button disabled>{t('ui.disabled')}</Button>
        <Button loading>{t('ui.primary')}</Button>
        <ActionIcon aria-label={t('ui.more')}>
          <Icon name="more" />
        </ActionIcon>
        <CopyButton value={t('ui.title')} />
      </div>
      <div className={classes.row}>
        <StatusDot tone="good" label={t('ui.good')} />
        <StatusDot tone="changed" label={t('ui.changed')} />
        <StatusDot tone="failed" label={t('ui.failed')} />
        <StatusDot tone="busy" label={t('ui.busy')} />
        <StatusDot tone="idle" label={t('ui.idle')} />
        <Badge variant="light">{t('ui.badge')}</Badge>
        <KeyHint keys="mod+K" />
        <KeyHint keys="shift+enter" />
        <KeyHint keys="?" />
      </div>
      <div className={classes.fields}>
        <TextInput label={t('ui.field')} placeholder={t('ui.placeholder')} />
        <TextInput label={t('ui.field')} defaultValue="orders" error={t('ui.fieldError')} />
        <Checkbox label={t('ui.checkbox')} defaultChecked />
        <Switch label={t('ui.switch')} defaultChecked />
        <LocalizedFields
          label={t('ui.translated')}
          languages={languages}
          value={title}
          onChange={setTitle}
        />
      </div>
    </div>
  );
}
