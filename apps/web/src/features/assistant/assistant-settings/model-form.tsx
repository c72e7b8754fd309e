import {
  type AssistantSettings,
  assistantSettingsRoutes,
  type ModelTrial,
} from '@causeway/contract/assistant/settings.ts';
import type { ModelProvider } from '@causeway/contract/assistant/threads.ts';
import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshThreads } from '#domain/assistant/threads-query.ts';
import { api } from '#platform/api/api.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { errorText } from '#platform/i18n/error-text.ts';
import { Icon } from '#ui/icon.tsx';
import classes from './settings.module.css';
import { settingsQuery } from './settings-query.ts';

type ModelFormProps = { projectId: string; settings: AssistantSettings; mayChange: boolean };
type Choice = ModelProvider | 'none';

/** The model of the project. Its key is written here and never shown again. */
export function ModelForm({ projectId, settings, mayChange }: ModelFormProps) {
  const { t, i18n } = useTranslation('assistant-settings');
  const { model: known, inUse } = settings;
  const [provider, setProvider] = useState<Choice>(known?.provider ?? 'none');
  const [baseUrl, setBaseUrl] = useState(known?.baseUrl ?? '');
  const [model, setModel] = useState(known?.model ?? '');
  const [apiKey, setApiKey] = useState('');
  const params = { projectId };
  const put = async (changed: AssistantSettings) => {
    queryClient.setQueryData(settingsQuery(projectId).queryKey, changed);
    await refreshThreads(projectId);
  };
  const save = useMutation({
    mutationFn: () => {
      const address = baseUrl.trim() === '' ? null : baseUrl.trim();
      const wanted =
        provider === 'none'
          ? null
          : { provider, baseUrl: address, model, ...(apiKey !== '' && { apiKey }) };
      return api.call(assistantSettingsRoutes.update, { params, body: { model: wanted } });
    },
    onSuccess: (changed) => {
      setApiKey('');
      return put(changed);
    },
  });
  const language = i18n.language.startsWith('de') ? 'de' : 'en';
  const trial = useMutation({
    mutationFn: () => api.call(assistantSettingsRoutes.test, { params, body: { language } }),
    onSuccess: put,
  });
  const isChosen = provider !== 'none';
  const isSame =
    provider === (known?.provider ?? 'none') &&
    (!isChosen || (model === known?.model && baseUrl === (known.baseUrl ?? '') && apiKey === ''));
  const canSave = !isSame && (!isChosen || (model.trim() !== '' && hasAddress(provider, baseUrl)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave && !save.isPending) save.mutate();
  };
  const error = save.error ?? trial.error;
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.inUse}>{t(`model.inUse.${inUse.kind}`, { ...inUse })}</p>
      <NativeSelect
        label={t('model.provider')}
        disabled={!mayChange}
        value={provider}
        data={[
          { value: 'none', label: t('model.none') },
          { value: 'openai-compatible', label: t('model.openai') },
          { value: 'anthropic', label: 'Anthropic' },
        ]}
        onChange={({ currentTarget: { value } }) => setProvider(value as Choice)}
      />
      {isChosen && (
        <>
          <TextInput
            label={t('model.baseUrl')}
            description={t(`model.baseUrlLine.${provider}`)}
            placeholder={
              provider === 'anthropic'
                ? 'https://api.anthropic.com/v1'
                : 'http://127.0.0.1:11434/v1'
            }
            type="url"
            maxLength={500}
            disabled={!mayChange}
            value={baseUrl}
            onChange={({ currentTarget: { value } }) => setBaseUrl(value)}
          />
          <TextInput
            label={t('model.model')}
            description={t('model.modelLine')}
            maxLength={200}
            disabled={!mayChange}
            value={model}
            onChange={({ currentTarget: { value } }) => setModel(value)}
          />
          {mayChange && (
            <PasswordInput
              label={t('model.key')}
              description={known?.hasKey ? t('model.keyKept') : t('model.keyLine')}
              autoComplete="off"
              maxLength={2_000}
              value={apiKey}
              onChange={({ currentTarget: { value } }) => setApiKey(value)}
            />
          )}
        </>
      )}
      {error && (
        <p role="alert" className={classes.problem}>
          {errorText(error)}
        </p>
      )}
      {mayChange && (
        <div className={classes.buttons}>
          <Button type="submit" disabled={!canSave} loading={save.isPending}>
            {t('save')}
          </Button>
          {known && (
            <Button
              variant="default"
              disabled={!isSame}
              loading={trial.isPending}
              leftSection={<Icon name="play" size={14} />}
              onClick={() => trial.mutate()}
            >
              {t('model.test')}
            </Button>
          )}
        </div>
      )}
      {known?.tested && isSame && <Trial trial={known.tested} />}
    </form>
  );
}

function hasAddress(provider: Choice, baseUrl: string): boolean {
  return provider === 'anthropic' || baseUrl.trim() !== '';
}

/** What was tried, each with whether it worked: without tool calls nothing can be looked up. */
function Trial({ trial }: { trial: ModelTrial }) {
  const { t } = useTranslation('assistant-settings');
  if (trial.problem !== null) {
    return (
      <p role="alert" className={classes.problem}>
        {trial.problem}
      </p>
    );
  }
  const found = ['text', 'toolCall', 'twoCalls', 'usage'] as const;
  return (
    <ul className={classes.trial} aria-label={t('trial.title')}>
      {found.map((name) => (
        <li key={name} data-works={trial[name]}>
          <Icon name={trial[name] ? 'check' : 'warning'} size={14} />
          {t(trial[name] ? `trial.${name}` : `trial.no.${name}`)}
        </li>
      ))}
      {trial.milliseconds !== null && (
        <li className={classes.time}>{t('trial.time', { ms: trial.milliseconds })}</li>
      )}
    </ul>
  );
}
